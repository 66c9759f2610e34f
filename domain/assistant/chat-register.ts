import type { Decider } from '#domain/kernel/decider.ts'

/**
 * Stored for good: add fields, never rename or remove. `chat` names the conversation that goes on;
 * empty for none.
 */
export type ChatRegisterEvent = {
  readonly type: 'ChatVolumeBegun'
  readonly data: { readonly volume: number; readonly chat: string }
}

/** The volume that is written, from 0, and the conversation that it began with. */
export type ChatRegister = { readonly volume: number; readonly chat: string }

/** One stream a user, with one event for each further volume of the conversations. */
export const chatRegisterDecider: Decider<
  { readonly type: 'BeginVolume' } & ChatRegister,
  ChatRegisterEvent,
  ChatRegister
> = {
  category: 'chatRegister',
  initial: { volume: 0, chat: '' },
  // Begun once, even if two answers fill a volume at the same time.
  decide: ({ volume, chat }, before) =>
    volume === before.volume + 1 ? [{ type: 'ChatVolumeBegun', data: { volume, chat } }] : [],
  evolve: (_, { data: { volume, chat } }) => ({ volume, chat }),
}
