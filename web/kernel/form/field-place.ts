import { placeFocus } from './use-choice.ts'

/**
 * A field on screen, by its path. The entry of a list (`links.2`) stands in the field of the list.
 * The newest form is the one that is being saved: a dialog's is over its page's.
 */
export function fieldAt(path: string): HTMLElement | null {
  const found = document.querySelectorAll<HTMLElement>(
    `[data-field=${JSON.stringify(path)}], [data-field-group=${JSON.stringify(path)}]`,
  )
  const parent = path.replace(/\.[^.]*$/, '')
  return [...found].at(-1) ?? (parent === path ? null : fieldAt(parent))
}

/** A field's label, without the mark of required ones. */
export const labelOf = (field: HTMLElement): string =>
  (
    (document.getElementById(`${field.id}-l`) ?? field.querySelector('.label'))?.textContent ??
    field.getAttribute('aria-label') ??
    ''
  )
    .replace(/\s*\*$/, '')
    .trim()

/** Opens the folded parts that hold an element, which could not have the focus. */
export function unfold(element: Element | null): void {
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = true
}

/** Leads to a field, or to the first control of a group. */
export function focusField(field: HTMLElement): void {
  const control = field.matches('input, textarea, select, button, [tabindex], [contenteditable]')
    ? field
    : field.querySelector<HTMLElement>('input, textarea, select, button, [tabindex]')
  unfold(field)
  placeFocus(control)
  control?.scrollIntoView({ block: 'center' })
}
