import { createTypesetter, type Manuscript } from './typesetter.ts'

/** The process of `press.ts`: it sets one paper after the other. A URL is sent as its text. */
export type PressRequest = {
  readonly id: number
  readonly manuscript: Omit<Manuscript, 'template'> & { readonly template: string }
}
type PressResult = { readonly id: number } & (
  | { readonly bytes: Uint8Array }
  | { readonly failure: string }
)
/** `ready`: the fonts are loaded, and papers are set from now on. */
export type PressAnswer = 'ready' | PressResult

const typesetter = createTypesetter()

function resultOf({ id, manuscript }: PressRequest): PressResult {
  try {
    return { id, bytes: typesetter({ ...manuscript, template: new URL(manuscript.template) }) }
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** The product's process has ended, in whatever way: no paper is awaited any more. */
const end = () => process.exit()

// The channel carries what `press.ts` sends, and nothing else reaches it.
process.on('message', (request: PressRequest) => {
  const result = resultOf(request)
  // The product may have been killed while the paper was set.
  if (process.connected) process.send?.(result, (error: Error | null) => error && end())
})
process.on('disconnect', end)
process.send?.('ready' satisfies PressAnswer)
