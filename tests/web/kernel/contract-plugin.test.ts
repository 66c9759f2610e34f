import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { contractAddresses } from '#web/kernel/shell/contract-plugin.ts'
import { sessionRoutes } from '#contract/identity/session.contract.ts'

const root = path.resolve(import.meta.dirname, '../../..')

test('a screen gets the addresses of routes, and nothing that the server alone reads', async () => {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [contractAddresses(root)],
    build: {
      write: false,
      minify: false,
      lib: { entry: 'web/kernel/data/client.ts', formats: ['es'] },
    },
  })) as Rolldown.RolldownOutput[]
  const code = built
    .flatMap(({ output }) => output)
    .map((part) => 'code' in part && part.code)
    .join('\n')
  expect(code).toContain(`"path": "${sessionRoutes.token.path}"`)
  expect(code).toContain('"access": "public"')
  expect(code).not.toContain(sessionRoutes.token.summary)
  expect(code).not.toContain('ZodObject')
})
