// Loaded before the product: Node's compile cache takes a third of a second off the next start.
// Without a writable cache folder nothing is lost.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/carnet', import.meta.url)))
