import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { foldText } from '#contract/kernel/fold-text.values.ts'
import { afterFrame } from '#web/kernel/ui/after-frame.ts'

/** Whether a choice reads as a part of it was typed. Nothing typed names nothing. */
export const isNamedBy = (typed: string, label: string) =>
  typed.trim() !== '' && foldText(label).includes(foldText(typed.trim()))

let isPlaced = false
/** Gives a field the focus without its list, which would cover what is said below the field. */
export function placeFocus(control: HTMLElement | null): void {
  isPlaced = true
  control?.focus()
  isPlaced = false
}

/**
 * Choosing in a list of Headless UI. It highlights the first choice by itself, and Tab may take
 * that one. The result depends on when the choices came. Here Tab takes the choice of the arrows,
 * or the one that the typed text names. Passing through a field chooses nothing. Enter and clicks
 * choose.
 *
 * @param first the first choice; without it, Tab takes only what the arrows led to
 */
export function useChoice<T>({
  choose,
  typed = '',
  first,
}: {
  readonly choose: (value: T) => void
  readonly typed?: string
  readonly first?: { readonly value: T; readonly label: string } | undefined
}) {
  const leaves = useRef(false)
  const hasMoved = useRef(false)
  const isOpening = useRef(false)
  const stopOpening = useRef(() => {})
  useEffect(() => () => stopOpening.current(), [])
  return {
    /**
     * Opens the list of an input that the user focuses, once the focus is drawn. Headless UI opens
     * it within the tap, whose picture then waits for the list.
     */
    onFocus: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
      stopOpening.current()
      if (isPlaced) return
      stopOpening.current = afterFrame(() => {
        if (document.activeElement !== input || input.ariaExpanded === 'true') return
        isOpening.current = true
        input.dispatchEvent(
          new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }),
        )
        isOpening.current = false
      })
    },
    /** For the input: it runs before Headless UI's own, which chooses. */
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (isOpening.current) return
      stopOpening.current()
      if (key !== 'Tab') {
        hasMoved.current = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End)$/.test(key)
        return
      }
      leaves.current = true
      if (!hasMoved.current && first && isNamedBy(typed, first.label)) choose(first.value)
      queueMicrotask(() => {
        leaves.current = false
        hasMoved.current = false
      })
    },
    /** For the list. */
    onChange: (value: T) => {
      if (!leaves.current || hasMoved.current) choose(value)
    },
  }
}
