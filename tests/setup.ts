if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error('The tests want Node 24: run them with `npm test`.')

/**
 * Files of tests run in threads of one process, and channels reach all of them. A session that ends
 * in one file would end those of others. Each file has channels of its own.
 */
const own = crypto.randomUUID()
const Shared = globalThis.BroadcastChannel
globalThis.BroadcastChannel = class extends Shared {
  constructor(name: string) {
    super(`${name} ${own}`)
  }
}
