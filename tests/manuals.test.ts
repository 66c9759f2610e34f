import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const manuals = globSync(['*.md', '{docs,tests}/**/*.md'], {
  cwd: root,
})
const FOLDERS = /^(?:api|commands|domain|projections|scripts|tests|web|workers)\//

test.each(manuals)('%s names files and folders that exist', (manual) => {
  const text = readFileSync(path.join(root, manual), 'utf8')
  const named = [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => FOLDERS.test(name))
  const linked = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)\)/g)].map(([, name = '']) =>
    path.join(path.dirname(manual), name),
  )
  expect([...named, ...linked].filter((name) => !existsSync(path.join(root, name)))).toEqual([])
})

test('the README is read in a few minutes: at most 900 words', () => {
  const words = readFileSync(path.join(root, 'README.md'), 'utf8').split(/\s+/).filter(Boolean)
  expect(words.length).toBeLessThanOrEqual(900)
})
