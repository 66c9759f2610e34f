import { useSyncExternalStore } from 'react'
import { currentUserId } from '#web/kernel/data/client.ts'
import type { ColumnChoice } from './fitted.ts'

/** Columns as a user arranged them in this browser, by list. */
type Choices = Readonly<Record<string, ColumnChoice>>

const keyOf = (user: string) => `carnet.columns.${user}`
/** A list by its page; pages of one record share it. */
const listAt = () =>
  window.location.pathname.replaceAll(/\/[0-9A-HJKMNP-TV-Z]{26}(?=\/|$)/g, '/:id')

let read: { readonly user: string; readonly choices: Choices } | undefined
const listeners = new Set<() => void>()

function choicesOf(user: string): Choices {
  if (read?.user === user) return read.choices
  let choices: Choices = {}
  try {
    choices = JSON.parse(localStorage.getItem(keyOf(user)) ?? '{}') as Choices // written below alone
  } catch {
    // Blocked storage and foreign data count as nothing stored.
  }
  read = { user, choices }
  return choices
}

function keep(choice: ColumnChoice | undefined) {
  const user = currentUserId()
  const { [listAt()]: _, ...others } = choicesOf(user)
  const choices = choice === undefined ? others : { ...others, [listAt()]: choice }
  read = { user, choices }
  try {
    localStorage.setItem(keyOf(user), JSON.stringify(choices))
  } catch {
    // Where storage is blocked, the arrangement lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const USUAL: ColumnChoice = {}

/** The user's arrangement of this page's list; `undefined` brings back the usual one. */
export function useColumnChoice(): readonly [
  ColumnChoice,
  (choice: ColumnChoice | undefined) => void,
] {
  return [
    useSyncExternalStore(subscribe, () => choicesOf(currentUserId())[listAt()] ?? USUAL),
    keep,
  ]
}
