import { defineUpcasters, type UpcastStep } from './upcast.ts'

/** An option set that is no longer offered was first called hidden. */
const retired = (type: string): UpcastStep => ({
  type,
  from: 1,
  up(data) {
    const { values } = data as { readonly values: Readonly<Record<string, unknown>> } // as records' events have it
    const { hidden, ...others } = values
    return {
      ...(data as object),
      values: hidden === undefined ? others : { ...others, retired: hidden },
    }
  },
})

/**
 * Events whose client has a key apart from the user's. Their data is as before; a program that does
 * not know the second key must not read them.
 */
const clientApart = (type: string): UpcastStep => ({ type, from: 1, up: (data) => data })

/**
 * Every step from a stored shape to the newest. Add steps with their golden fixture; never remove
 * one.
 */
export const upcasters = defineUpcasters([
  ...['SettingsAdded', 'SettingsChanged', 'SettingsRestored'].map(retired),
  ...[
    'BillDrafted',
    'BillDraftChanged',
    'BillClientMoved',
    'QuoteDrafted',
    'QuoteDraftChanged',
    'QuoteClientMoved',
    'QuoteSent',
  ].map(clientApart),
])
