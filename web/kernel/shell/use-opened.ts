import { useEffect, useRef, useState } from 'react'

/** Parts that stand over a page, one at a time. */
export type Opened = 'palette' | 'shortcuts' | 'bell' | 'messages' | 'menu' | 'assistant'

/** Parts that are opened to write. */
const WRITTEN: readonly (Opened | null)[] = ['palette', 'assistant']

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Holds letters for the next field that gets the focus. @returns ends it */
function holdLetters(): () => void {
  let letters = ''
  const hold = (event: KeyboardEvent) => {
    // A part whose file does not come holds nothing any more.
    if (event.key === 'Escape') return end()
    if (event.ctrlKey || event.metaKey || event.isComposing) return
    if (event.key === 'Backspace') letters = letters.slice(0, -1)
    else if (event.key.length === 1) letters += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const write = ({ target }: FocusEvent) => {
    if (!isField(target)) return
    end()
    // Unlike a value that is set, this is typing to the field's owner too.
    if (letters !== '') document.execCommand('insertText', false, letters)
  }
  function end() {
    removeEventListener('keydown', hold, true)
    removeEventListener('focusin', write)
  }
  addEventListener('keydown', hold, true)
  addEventListener('focusin', write)
  return end
}

/**
 * The part over the page. Its file may still load: letters that are typed meanwhile reach its
 * field, and are no shortcuts of the page.
 */
export function useOpened(): readonly [Opened | null, (to: Opened | null) => void] {
  const [open, setOpen] = useState<Opened | null>(null)
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])
  return [
    open,
    (to) => {
      end.current()
      end.current = WRITTEN.includes(to) ? holdLetters() : () => {}
      setOpen(to)
    },
  ]
}
