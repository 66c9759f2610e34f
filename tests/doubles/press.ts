import type { Press } from '#commands/kernel/typeset/press.ts'

/** A press that answers what a paper says, as JSON. */
export const plainPress: Pick<Press, 'print'> = {
  async print(_, make) {
    const made = await make()
    return made instanceof Uint8Array ? made : new TextEncoder().encode(JSON.stringify(made.data))
  },
}
