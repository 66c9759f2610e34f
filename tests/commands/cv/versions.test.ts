import { expect, test } from 'vitest'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { type CvContent, cvDecider, usualCv } from '#domain/cv/cv.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { commandsOn } from '#tests/kernel/commands.ts'

const OWNER = 'user-1'
let commandIds = 0
const by = (): CommandMeta => ({
  commandId: `command-${++commandIds}`,
  owner: OWNER,
  actor: { kind: 'user', id: OWNER },
})
const content = (title: string): CvContent => ({
  facts: { ...usualCv, title },
  person: { name: 'A. B.', lines: [], photo: null },
  items: [],
})

test('a version that was kept before the CV was emptied is found no more, and its number is given again', async () => {
  const { handler, commands } = commandsOn(eventLog())
  await commands.cv.keep(OWNER, '', content('Avant'), by())
  await handler.run(cvDecider, OWNER, { type: 'ClearCv' }, by())
  await expect(commands.cv.versionOf(OWNER, 1, OWNER)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await commands.cv.keep(OWNER, '', content('Après'), by())
  expect((await commands.cv.versionOf(OWNER, 1, OWNER)).facts.title).toBe('Après')
})

test('a version of a time that knew no sections shows all of them', async () => {
  const { commands } = commandsOn(eventLog())
  const { sections: _, textSize: _size, links: _links, translations: _words, ...facts } = usualCv
  // as it was stored
  await commands.cv.keep(OWNER, '', { ...content(''), facts: facts as CvContent['facts'] }, by())
  const found = await commands.cv.versionOf(OWNER, 1, OWNER)
  expect(found.facts).toMatchObject({
    sections: [],
    textSize: 'usual',
    links: '',
    translations: [],
  })
})
