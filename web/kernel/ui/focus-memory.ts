/** Elements that had the focus, the newest first, each with what stood around it. */
const LENGTH = 12
/** The landmark of dialogs is none: what has opened a dialog stands elsewhere. */
const PLACES = 'section:not(#headlessui-portal-root), form, [role="dialog"], dialog, .page, main'

type Visit = { readonly element: HTMLElement; readonly around: readonly HTMLElement[] }

/** The place that a removed element was in, where it is still there. */
const placeOf = ({ around }: Visit) =>
  around.find((one) => one.isConnected && one.matches(PLACES) && !one.closest('[inert]'))

function focusPlace(place: HTMLElement) {
  // A place takes the focus for this once and is no stop of the Tab key.
  if (!place.hasAttribute('tabindex')) {
    place.setAttribute('tabindex', '-1')
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
}

/**
 * Gives the focus back when the element that has it is removed. It goes to the element before, else
 * to the place around. Headless UI 2.2.10 knows the focus only since its own code was loaded, with
 * the first dialog.
 * @returns ends it
 */
export function rememberFocus(): () => void {
  let visits: Visit[] = []
  const visit = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const around: HTMLElement[] = []
    for (let at = target.parentElement; at && at !== document.body; at = at.parentElement)
      around.push(at)
    visits = [{ element: target, around }, ...visits.filter(({ element }) => element !== target)]
    visits.length = Math.min(visits.length, LENGTH)
  }
  const restore = () => {
    if (document.activeElement !== document.body || visits[0]?.element.isConnected !== false) return
    for (const one of visits) {
      if (one.element.isConnected && !one.element.closest('[inert]')) one.element.focus()
      else {
        const place = placeOf(one)
        if (place) focusPlace(place)
      }
      if (document.activeElement !== document.body) return
    }
  }
  // The next task: Headless UI and the pages move the focus themselves first.
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body && visits[0]?.element.isConnected === false)
      setTimeout(restore)
  })
  document.addEventListener('focusin', visit)
  watch.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', visit)
    watch.disconnect()
  }
}
