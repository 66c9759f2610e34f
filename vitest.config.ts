import { globSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { contractAddresses } from './web/kernel/shell/contract-plugin.ts'
import { words } from './web/kernel/words/words-plugin.ts'
import './scripts/memory-folder.mjs'

const files = (patterns: readonly string[], except: readonly string[] = []): string[] => {
  const left = new Set(globSync([...except]))
  return globSync([...patterns]).filter((file) => !left.has(file))
}

/** Tests of rules alone: no process, no file, no server. They share a thread's modules. */
const rules = files(
  [
    'tests/domain/**/*.test.ts',
    'tests/projections/**/*.test.ts',
    'tests/commands/{billing,identity,kernel,projects,quotes,schedules}/**/*.test.ts',
  ],
  [
    'tests/projections/read-store/mongodb.test.ts',
    'tests/projections/kernel/rebuild.test.ts',
    'tests/commands/billing/{bill-pdf,electronic-bills}.test.ts',
    'tests/**/*.nightly.test.ts',
  ],
)
/**
 * Screens in jsdom. They share a thread's libraries; `tests/web/setup.ts` gives each file its own
 * modules. The bundle's size wants the build, and is with the engines. So are dialogs: React 19
 * does not draw late parts again in a thread that has drawn before.
 */
const web = files(
  ['tests/web/**/*.test.{ts,tsx}'],
  ['tests/web/bundle.test.ts', 'tests/web/kernel/dialog.test.tsx'],
)
/**
 * Routes by injection, and the words of all screens and routes. They share a process's modules,
 * which keep nothing of a product. Tests that start a provider of their own, or replace a module,
 * are with the engines.
 */
const api = files(
  ['tests/api/**/*.test.ts', 'tests/words.test.ts'],
  ['tests/api/identity/{outside-provider,shared-sessions}.test.ts', 'tests/**/*.nightly.test.ts'],
)
const SCREENS = 'tests/web/setup.ts'
/** Heavy engines, run by `npm run test:nightly`. */
const nightly = files(['tests/**/*.nightly.test.ts'])
/** All others: servers, files, processes that are killed. */
const engines = files(['tests/**/*.test.{ts,tsx}'], [...rules, ...web, ...api, ...nightly])

/**
 * Each project has its whole configuration. A project that extends the root reads this file once
 * more, with all its patterns.
 */
function project(
  name: string,
  include: string[],
  { setup = [], ...options }: { pool?: 'threads'; isolate?: boolean; setup?: string[] } = {},
) {
  return {
    plugins: [react(), contractAddresses(import.meta.dirname), words(import.meta.dirname)],
    test: {
      name,
      include,
      setupFiles: ['tests/setup.ts', ...setup],
      testTimeout: 40_000,
      hookTimeout: 60_000,
      restoreMocks: true,
      // The library's stack of open dialogs would go on in the next file.
      server: { deps: { inline: [/@headlessui/] } },
      ...options,
    },
  }
}

export default defineConfig({
  test: {
    // Two cores: crash, fault and browser tests start processes of their own. A third worker leaves
    // the stand-in of MongoDB too little of them.
    maxWorkers: 2,
    projects: [
      project('rules', rules, { pool: 'threads', isolate: false }),
      project('web', web, { pool: 'threads', isolate: false, setup: [SCREENS] }),
      project('api', api, { isolate: false }),
      project('engines', engines, { setup: [SCREENS] }),
      ...(process.env['NIGHTLY'] === undefined ? [] : [project('nightly', nightly)]),
    ],
  },
})
