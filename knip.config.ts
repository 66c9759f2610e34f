import type { KnipConfig } from 'knip'

const production = process.argv.includes('--production')

/**
 * Runs twice, with and without the tests as users of the code (`--production`), to find code of
 * tests alone.
 */
const config: KnipConfig = {
  entry: [
    'main.ts!',
    'scripts/*.{ts,mjs}!',
    'tests/**/*.{test,spec}.{ts,tsx}',
    'tests/bench/*.ts',
    'commands/cv/import/reader-process.ts!',
    'commands/kernel/typeset/press-process.ts!',
    'tests/kernel/product.ts',
    'web/kernel/words/words-plugin.ts!',
    'web/kernel/shell/chunk-groups.ts!',
    'web/kernel/shell/pages-plugin.ts!',
    'web/kernel/shell/compressed-plugin.ts!',
    'web/kernel/shell/json-schema-plugin.ts!',
    'web/kernel/shell/contract-plugin.ts!',
    'web/home/opened-page.ts!',
    'web/home/render.tsx!',
  ],
  project: [
    '{domain,commands,projections,api,web,workers,scripts}/**/*.{ts,tsx,mjs}!',
    'tests/**/*.{ts,tsx,mjs}',
  ],
  // A test may import an export that its own file uses too.
  ignoreExportsUsedInFile: production,
  // `@tests` marks exports that only tests use, and says why.
  tags: production ? ['-tests'] : [],
  // A record may use any kind of field; today's records use some of them.
  ignore: production ? ['domain/kernel/records/fields.ts'] : [],
  // `better-sqlite3` is an alias of a package whose own types its exports leave out.
  ignoreDependencies: [
    '@types/better-sqlite3',
    '@typescript/native',
    '@fontsource.*',
    '@expo-google-fonts/.*',
  ],
  ignoreBinaries: ['pdftoppm', 'pdftotext', 'depcruise'],
  // Served as the text of a function of the contract.
  ignoreUnresolved: ['./password-meter.js'],
}

export default config
