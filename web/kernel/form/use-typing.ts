import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether the user types in a field that shows its value in another way until then. Tab selects all
 * of a field. The change of its text would undo that, and typing would add to the value instead of
 * replacing it.
 */
export function useTyping(): {
  readonly typing: boolean
  readonly begin: (event: FocusEvent<HTMLInputElement>) => void
  readonly end: () => void
} {
  const [typing, setTyping] = useState(false)
  const selected = useRef<HTMLInputElement | null>(null)
  useLayoutEffect(() => {
    if (typing) selected.current?.select()
    selected.current = null
  }, [typing])
  return {
    typing,
    begin({ currentTarget: input }) {
      const isWhole =
        input.value !== '' &&
        input.selectionStart === 0 &&
        input.selectionEnd === input.value.length
      selected.current = isWhole ? input : null
      setTyping(true)
    },
    end: () => setTyping(false),
  }
}
