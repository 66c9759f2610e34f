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
/** The product may have been killed meanwhile. */
const answer = (message: PressAnswer) => {
  if (process.connected) process.send?.(message, (error: Error | null) => error && end())
}

// The channel carries what `press.ts` sends, and nothing else reaches it.
process.on('message', (request: PressRequest) => {
  answer(resultOf(request))
})
process.on('disconnect', end)
answer('ready')
