const layers = '^(domain|commands|projections|api|web|workers|tests|main\\.ts|scripts)'
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: layers, pathNot: allowed },
})

/** Folders of a layer that are no contexts: machinery, and code that every context uses. */
const ROOMS =
  'kernel|contract|gateways|event-store|read-store|queue|operations|engines|locales|style'
/**
 * Modules that other contexts of the layer may import: queries and pure
 * values. Commands get what they need of another context from `commands/product.ts`, or ask
 * `commands/facts.ts`.
 */
const DOORS = '\\.(queries|values)\\.tsx?$'
/**
 * Exceptions, by layer: which contexts may import which. A report imports the contexts it reports
 * on; there is no circle.
 */
const STANDS_ON = {
  domain: {
    finance: ['billing'],
    quotes: ['billing'],
    schedules: ['billing', 'finance'],
  },
  commands: { quotes: ['billing'], schedules: ['finance'] },
  projections: { timesheets: ['profile', 'projects'] },
  api: {
    billing: ['mail'],
    dashboard: ['finance'],
    prospecting: ['cv', 'mail'],
    quotes: ['billing', 'mail'],
    schedules: ['finance'],
    timesheets: ['billing', 'mail'],
  },
  web: {
    billing: ['customers', 'mail'],
    customers: ['profile', 'prospecting'],
    dashboard: ['billing', 'customers', 'onboarding', 'profile', 'quotes', 'timesheets'],
    onboarding: ['profile'],
    projects: ['billing', 'customers', 'profile', 'timesheets'],
    prospecting: ['mail'],
    quotes: ['billing', 'customers', 'mail'],
    timesheets: ['billing', 'mail'],
  },
  workers: {},
}
/** Rooms of the web's kernel. Each imports those before it alone; lazy imports are free. */
const KERNEL_ORDER = 'words data ui charts form table history list records shell assistant'.split(
  ' ',
)
const kernelOrder = KERNEL_ORDER.slice(0, -1).map((room, i) => ({
  name: `web-kernel-${room}-in-order`,
  severity: 'error',
  from: { path: `^web/kernel/${room}/` },
  to: {
    path: `^web/kernel/(${KERNEL_ORDER.slice(i + 1).join('|')})/`,
    dependencyTypesNot: ['dynamic-import'],
  },
}))

for (const [layer, order] of Object.entries(STANDS_ON)) {
  const walk = (context, path) => {
    if (path.includes(context))
      throw new Error(`${layer}: ${[...path, context].join(' → ')} is a circle`)
    for (const next of order[context] ?? []) walk(next, [...path, context])
  }
  for (const context of Object.keys(order)) walk(context, [])
}

/** Queries of the read side, which compose the read models of several contexts. */
const QUERIES = '^projections/.+\\.queries\\.ts$'
/**
 * The rules for one layer. Its kernel imports no context. A context imports another one only
 * through the exceptions above.
 */
const borders = ([layer, order]) => {
  const context = `^${layer}/(?!(?:${ROOMS})/)([^/]+)/`
  const inOrder = Object.keys(order)
  const rule = (name, from, allowed) => ({
    name,
    severity: 'error',
    from: { path: from, pathNot: QUERIES },
    to: { path: context, pathNot: [DOORS, ...allowed] },
  })
  return [
    rule(`${layer}-kernel-knows-no-context`, `^${layer}/kernel/`, []),
    rule(
      `${layer}-contexts-meet-at-doors`,
      `^${layer}/(?!(?:${[ROOMS, ...inOrder].join('|')})/)([^/]+)/`,
      [`^${layer}/$1/`],
    ),
    ...inOrder.map((name) =>
      rule(`${layer}-${name}-in-order`, `^${layer}/${name}/`, [
        `^${layer}/(?:${[name, ...order[name]].join('|')})/`,
      ]),
    ),
  ]
}

module.exports = {
  forbidden: [
    // Types count too. Lazy imports do not: a screen links to others by the manifest, which loads
    // its module later.
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    only('domain-knows-nobody', '^domain/', ['^domain/']),
    only('commands-see-domain', '^commands/', ['^(domain|commands)/']),
    only('projections-see-domain', '^projections/', [
      '^(domain|projections)/',
      '^commands/gateways/engines/mongodb-errors\\.ts$',
      // The port that commands declare and the read side implements.
      '^commands/facts\\.ts$',
    ]),
    only('contract-sees-values', '^api/contract/', [
      '^api/contract/',
      '^domain/kernel/',
      '^domain/records\\.ts$',
      '^domain/[^/]+/[^/]+\\.(fields|record|values)\\.ts$',
      '^domain/billing/(paper|vat)/[^/]+\\.values\\.ts$',
    ]),
    only('api-composes', '^api/(?!contract/)', ['^(domain|commands|projections|api)/']),
    only('workers-compose', '^workers/', ['^(domain|commands|projections|workers)/']),
    only('web-sees-the-contract', '^web/', ['^web/', '^api/contract/']),
    ...Object.entries(STANDS_ON).flatMap(borders),
    ...kernelOrder,
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^domain/' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'core'],
        pathNot: 'node_modules/(zod|ical\\.js|rrule-temporal|temporal-[a-z]+)/',
      },
    },
    // The web application is built: packages that only it uses are not in the image. Types are
    // erased.
    {
      name: 'server-runs-without-dev',
      severity: 'error',
      from: { path: '^(domain|commands|projections|api|workers|main\\.ts)' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nobody-imports-tests',
      severity: 'error',
      from: { pathNot: '^tests/' },
      to: { path: '^tests/' },
    },
    {
      name: 'nobody-imports-main',
      severity: 'error',
      from: { pathNot: '^tests/' },
      to: { path: '^main\\.ts$' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
