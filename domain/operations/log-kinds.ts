import { z } from 'zod'

/** The stream in which a log names the kinds of facts that came after the first release. */
export const KINDS = 'kinds-log'

/** Kinds that a log holds from here on: an event type, and the schema of its shape. */
export const IntroducedKinds = z.object({
  kinds: z.array(z.object({ type: z.string(), schema: z.int().min(1) })).readonly(),
})
export type IntroducedKinds = z.infer<typeof IntroducedKinds>
export type EventKind = IntroducedKinds['kinds'][number]

export type KindsIntroduced = { readonly type: 'KindsIntroduced'; readonly data: IntroducedKinds }
export const KINDS_INTRODUCED: KindsIntroduced['type'] = 'KindsIntroduced'
