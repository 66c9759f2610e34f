import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildServer } from './scripts/server-bundle.ts'
import { chunkGroups } from './web/kernel/shell/chunk-groups.ts'
import { compressed } from './web/kernel/shell/compressed-plugin.ts'
import { contractAddresses } from './web/kernel/shell/contract-plugin.ts'
import { pages } from './web/kernel/shell/pages-plugin.ts'
import { withoutJsonSchema } from './web/kernel/shell/json-schema-plugin.ts'
import { words } from './web/kernel/words/words-plugin.ts'

/**
 * Where `npm run dev` reaches the API. The browser sees one origin in development as in production.
 */
const target = process.env['CARNET_API'] ?? 'http://127.0.0.1:8080'
// The Host header stays the browser's: the sign-in depends on it.
const server = { target, changeOrigin: false }

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

const modules = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'))

/** Modules of public pages, which have no library. */
const CALLS = modules(
  /preload-helper/,
  /rolldown\/runtime\.js$/,
  /web\/kernel\/\w+\/(client|first-reads|year-month|send-with-progress|sign-in-address|kept-preferences|viewed-role)\.ts$/,
  /web\/(early|kernel\/ui\/initials|home\/visitor)\.ts$/,
  /api\/contract\/\w+\/(api\.values|session\.values|(session|identity)\.contract)\.ts(\?addresses)?$/,
)

/**
 * The largest library. A browser loads six files at once, at the same pace. In one file with the
 * core it would come last, and nothing could run before.
 */
const DOM = modules(/node_modules\/(react|react-dom|scheduler)\//)

/**
 * Modules of every page that the browser renders: the libraries, and the kernel's parts that the
 * first page uses.
 */
const CORE = modules(
  /node_modules\/(react-router|react-router-dom|cookie|set-cookie-parser)\//,
  /node_modules\/(i18next|react-i18next|clsx)\//,
  /web\/kernel\/\w+\/(i18n|missing|formats|values|status|brand|path|screens|preferences|languages|problem-text|pending)\.tsx?$/,
  /web\/(home\/(links|home\.screens)|public-screens)\.tsx?$/,
)

/** Modules of every page behind the sign-in: data, the frame around a screen, its menus. */
const SHELL = modules(
  /node_modules\/@tanstack\/(query-core|react-query)\//,
  /node_modules\/use-sync-external-store\//,
  /lucide-react\/dist\/esm\/icons\/(arrow-(up|down)|chevron-(left|right)|ellipsis|list-filter|pencil|download|x)\.mjs$/,
  /web\/((\w+\/\w+\.)?screens|admin-routes)\.tsx?$/,
  /web\/kernel\/\w+\/(admin|shell|header|nav|pending-counts|permitted|failed-screen|first-page|session|queries|menu)\.tsx?$/,
  /web\/kernel\/\w+\/(screen-words|record-words|listed-word|button|states|page|drop-menu)\.tsx?$/,
  /web\/kernel\/\w+\/(actions|ability|after-frame|url-state|lazy-dialog|kept-answers|changes|event-stream|parts|settled|late|native-select)\.tsx?$/,
  /api\/contract\/\w+\/((dashboard|profile)\.contract|stream|permissions)\.ts(\?addresses)?$/,
)

/** Libraries and fields of every form. */
const FORM = modules(
  /node_modules\/(react-hook-form|@tanstack\/(virtual-core|react-virtual))\//,
  /node_modules\/@headlessui\/react\/dist\/components\/(combobox|listbox)\//,
  /web\/kernel\/form\/(\w+-place|form(-errors|-waits)?|use-(choice|kept-values|typing)|press)\.tsx?$/,
  /web\/kernel\/form\/(conflicts|save-bar|field|(currency|day|text|select|number|segment)-field)\.tsx$/,
)

/** Modules of typed numbers, which a grid has without a form. */
const NUMBERS = modules(/node_modules\/@internationalized\/number\//, /form\/parse-input\.ts$/)

/** Modules of every list: many small files would compress worse, and the first page names each. */
const LIST = modules(
  /node_modules\/@tanstack\/(table-core|react-table|store|react-store)\//,
  /web\/kernel\/table\/(ledger|skeleton|phone-list|widths|table|use-row-keys|paging)\.tsx?$/,
  /web\/kernel\/list\/(list-screen|use-opened)\.tsx?$/,
)

/** Icons beside the shell's: a file for each would cost more than all of them in one. */
const ICONS = modules(/lucide-react\/dist\/esm\/icons\/.+\.mjs$/)

/** Modules that menus, fields and dialogs of Headless UI share. */
const HEADLESS = modules(
  /node_modules\/(react-aria|react-stately|@floating-ui)\//,
  /node_modules\/@headlessui\/react\/dist\/(hooks|internal|utils|machines|machine\.js|react-glue\.js)/,
  /node_modules\/@headlessui\/react\/dist\/components\/(popover|portal|label|description|keyboard|mouse)/,
)

const EDITOR = here('web/billing/draft-page.tsx')
/** The most opened screens. */
const OPENED = [
  here('web/dashboard/dashboard-screen.tsx'),
  here('web/billing/bills-screen.tsx'),
  here('web/timesheets/timesheets-screen.tsx'),
  here('web/billing/bill-screen.tsx'),
  EDITOR,
]

const SHARED: readonly string[] = [
  'calls',
  'dom',
  'core',
  'shell',
  'list',
  'form',
  'numbers',
  'headless',
  'icons',
]

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwind(),
    // Without it, the largest first screen exceeds its budget (`tests/web/bundle.test.ts`) by 2 kB.
    withoutJsonSchema(),
    contractAddresses(here('.')),
    words(here('.')),
    pages(here('web')),
    compressed(),
  ],
  resolve: {
    alias: [
      // react-router 7.18 gives bundlers its development build, which warns in the user's console.
      {
        find: /^react-router$/,
        replacement: here('node_modules/react-router/dist/production/index.mjs'),
      },
      {
        find: /^react-router\/dom$/,
        replacement: here('node_modules/react-router/dist/production/dom-export.mjs'),
      },
    ],
  },
  // Browsers' files, the renderer of public pages and the server are one build.
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments))
        await builder.build(environment)
      await buildServer()
    },
  },
  environments: {
    client: {
      // `npm test` measures the bundles by `manifest`.
      build: {
        outDir: '../dist/web',
        emptyOutDir: true,
        manifest: true,
        sourcemap: false,
        assetsInlineLimit: 0,
        modulePreload: {
          // Every supported browser has it.
          polyfill: false,
          // The shell preloads a screen with its parts, but for those that it runs on. Other chunks
          // name no parts of their dialogs: such lists would weigh on each page, and gain little on
          // some.
          resolveDependencies: (_, parts, { hostId, hostType }) => {
            if (hostType === 'html') return parts
            return /\/shell-/.test(hostId)
              ? parts.filter((file) => !/\/(calls|dom|core|shell)-/.test(file))
              : []
          },
        },
        chunkSizeWarningLimit: 500,
        // Modules of every page are one file: it compresses better than pieces, and stays cached
        // when a screen changes.
        rolldownOptions: {
          input: {
            main: here('web/index.html'),
            page: here('web/home/opened-page.ts'),
          },
          output: {
            // The first page holds every chunk's name: seven letters tell a few hundred chunks
            // apart.
            chunkFileNames: ({ name }) =>
              `assets/${SHARED.includes(name) ? `${name}-` : ''}[hash:7].js`,
            entryFileNames: 'assets/[hash].js',
            codeSplitting: {
              groups: [
                { name: 'calls', test: CALLS, priority: 3 },
                { name: 'dom', test: DOM, priority: 3 },
                { name: 'core', test: CORE, priority: 2 },
                { name: 'shell', test: SHELL, priority: 1 },
                { name: 'list', test: LIST },
                { name: 'form', test: FORM, includeDependenciesRecursively: false },
                { name: 'numbers', test: NUMBERS },
                { name: 'headless', test: HEADLESS, includeDependenciesRecursively: false },
                { name: 'icons', test: ICONS },
                {
                  name: chunkGroups(OPENED, EDITOR),
                  minShareCount: 2,
                  // The groups hold all that their modules import, but for libraries.
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // React is in the build alone, not in the image.
      resolve: { noExternal: true },
      build: {
        outDir: '../dist/pages',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: { render: here('web/home/render.tsx') } },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: false,
    proxy: { '/api': server, '/jobs': server, '/oidc': server },
  },
  preview: { proxy: { '/api': server, '/jobs': server, '/oidc': server } },
})
