import path from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import type { Address } from '#contract/kernel/contract.ts'

const CONTRACT = /\/api\/contract\/[\w-]+\/[\w-]+\.contract\.ts$/
const ADDRESSES = '?addresses'
const ALL = 'virtual:contracts'

/** Routes of a contract by name, and contracts of a module by export. */
type Contract = Readonly<Record<string, Address>>
type Exports = Readonly<Record<string, unknown>>

const isContract = (exported: unknown): exported is Contract =>
  typeof exported === 'object' &&
  exported !== null &&
  Object.values(exported).every(
    (route) => typeof route === 'object' && route !== null && 'method' in route && 'path' in route,
  )

/** The browser asks of a route's access whether it is public, no more. */
const addressOf = ({ method, path, access }: Address) => ({
  method,
  path,
  ...(typeof access === 'string' && access !== 'signed-in' && { access }),
})

const addressesIn = (module: Exports): string =>
  Object.entries(module)
    .filter((entry): entry is [string, Contract] => isContract(entry[1]))
    .map(([name, contract]) => {
      const addresses = Object.entries(contract).map(([key, route]) => [key, addressOf(route)])
      return `export const ${name} = ${JSON.stringify(Object.fromEntries(addresses))}\n`
    })
    .join('')

/** Runs the contracts in `root` as they are now, all at once: their modules are mostly shared. */
async function run(root: string): Promise<ReadonlyMap<string, Exports>> {
  const { module } = await runnerImport<{ contracts: Readonly<Record<string, Exports>> }>(ALL, {
    root,
    configFile: false,
    plugins: [
      {
        name: 'contracts',
        resolveId: (id) => (id === ALL ? id : null),
        load: (id) =>
          id === ALL
            ? `export const contracts = import.meta.glob('/api/contract/*/*.contract.ts', { eager: true })`
            : null,
      },
    ],
  })
  return new Map(
    Object.entries(module.contracts).map(([file, exports]) => [path.join(root, file), exports]),
  )
}

/**
 * Gives screens the addresses of a contract's routes in place of its module. `billRoutes` becomes
 * `{ list: { method, path }, … }`, without schemas and server data. The module's types stay, so
 * that a call is typed by the schemas.
 */
export function contractAddresses(root: string): Plugin {
  const web = path.join(root, 'web/')
  let contracts: ReturnType<typeof run> | undefined
  return {
    name: 'contract-addresses',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.endsWith('.contract.ts') || !importer?.startsWith(web)) return null
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      return resolved && CONTRACT.test(resolved.id) ? resolved.id + ADDRESSES : resolved
    },
    async load(id) {
      if (!id.endsWith(ADDRESSES)) return null
      const file = id.slice(0, -ADDRESSES.length)
      this.addWatchFile(file)
      contracts ??= run(root)
      const exports = (await contracts).get(file)
      return exports ? addressesIn(exports) : null
    },
    watchChange() {
      contracts = undefined
    },
  }
}
