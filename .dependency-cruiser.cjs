const layers = '^(domain|commands|projections|api|web|workers|tests|main\\.ts|scripts)'
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: layers, pathNot: allowed },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('domain-knows-nobody', '^domain/', ['^domain/']),
    only('commands-see-domain', '^commands/', ['^(domain|commands)/']),
    only('projections-see-domain', '^projections/', [
      '^(domain|projections)/',
      '^commands/gateways/mongodb-errors\\.ts$',
      // The port that commands declare and the read models answer.
      '^commands/facts\\.ts$',
    ]),
    only('contract-sees-values', '^api/contract/', [
      '^api/contract/',
      '^domain/kernel/',
      '^domain/records\\.ts$',
      '^domain/[^/]+/[^/]+\\.(record|values)\\.ts$',
    ]),
    only('api-composes', '^api/(?!contract/)', ['^(domain|commands|projections|api)/']),
    only('workers-compose', '^workers/', ['^(domain|commands|projections|workers)/']),
    only('web-sees-the-contract', '^web/', ['^web/', '^api/contract/']),
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^domain/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/' },
    },
    // What the browser is given is built: packages for it alone are not in the image. Types are not there when it runs.
    {
      name: 'server-runs-without-dev',
      severity: 'error',
      from: { path: '^(domain|commands|projections|api|workers|main\\.ts)' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'nobody-imports-tests', severity: 'error', from: { pathNot: '^tests/' }, to: { path: '^tests/' } },
    { name: 'nobody-imports-main', severity: 'error', from: { pathNot: '^tests/' }, to: { path: '^main\\.ts$' } },
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
