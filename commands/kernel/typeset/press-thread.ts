import { parentPort } from 'node:worker_threads'
import { createTypesetter, type Manuscript } from './typesetter.ts'

/** The thread of `press.ts`: it sets one paper after the other. A URL cannot cross threads; its text can. */
export type PressRequest = {
  readonly id: number
  readonly manuscript: Omit<Manuscript, 'template'> & { readonly template: string }
}
export type PressResult = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly failure: string })

const typesetter = createTypesetter()

function resultOf({ id, manuscript }: PressRequest): PressResult {
  try {
    return { id, bytes: typesetter({ ...manuscript, template: new URL(manuscript.template) }) }
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (request: PressRequest) => parentPort?.postMessage(resultOf(request)))
