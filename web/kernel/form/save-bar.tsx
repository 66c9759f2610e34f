import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Kbd } from '#web/kernel/ui/button.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'

type Element = RefObject<HTMLFormElement | null>

/**
 * The button that saves a form, inside it or elsewhere (`form=`); null when the form is read-only.
 */
const submitButtonOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].find(
    (one): one is HTMLButtonElement =>
      one instanceof HTMLButtonElement &&
      one.type === 'submit' &&
      !one.disabled &&
      !one.hasAttribute('data-save-bar'),
  )

/** Forms on the page, the newest last: a panel's form is over the page's. */
const open: HTMLFormElement[] = []

/** Ctrl S (⌘ S) saves the form with the focus, else the newest one, like its own button. */
export function useSaveKey(element: Element) {
  useEffect(() => {
    const form = element.current
    if (!form) return
    open.push(form)
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 's' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault() // the browser would save the page as a file
      const meant = open.find((one) => one.contains(document.activeElement)) ?? open.at(-1)
      if (form === meant) submitButtonOf(form)?.click()
    }
    document.addEventListener('keydown', press)
    return () => {
      open.splice(open.indexOf(form), 1)
      document.removeEventListener('keydown', press)
    }
  }, [element])
}

/**
 * A bar at the foot of a long form with changes. It saves while the form's own button is scrolled
 * out of sight.
 */
export function SaveBar({
  form,
  element,
}: {
  form: { readonly dirty: boolean; readonly pending: boolean }
  element: Element
}) {
  const away = useAway(form.dirty, element)
  return (
    form.dirty &&
    away !== null && (
      // Words of the bar are loaded with it, so that the form does not wait for them.
      <Awaiting>
        <Bar pending={form.pending} away={away} />
      </Awaiting>
    )
  )
}

function Bar({ pending, away }: { pending: boolean; away: Away }) {
  const { t } = useTranslation(['fields', 'kernel'])
  return (
    <div className="save-bar" data-away={away}>
      <div>
        <span className="text-ink-muted">{t('unsaved')}</span>
        <Button type="submit" variant="primary" size="sm" pending={pending} data-save-bar>
          {t('kernel:action.save')}
        </Button>
        <span className="for-keys" aria-hidden="true">
          <Kbd>{t('control')}</Kbd> <Kbd>S</Kbd>
        </span>
      </div>
    </div>
  )
}

/** Where the form's button is, out of sight: at its end, or elsewhere on the page. */
type Away = 'inside' | 'outside'

/** Null while the form's button is in sight. Observed only while there are changes. */
function useAway(dirty: boolean, element: Element): Away | null {
  const [away, setAway] = useState<Away | null>(null)
  useEffect(() => {
    const button = dirty && submitButtonOf(element.current)
    if (!button) return
    const place = element.current?.contains(button) === true ? 'inside' : 'outside'
    const watch = new IntersectionObserver(([entry]) =>
      setAway(entry?.isIntersecting === false ? place : null),
    )
    watch.observe(button)
    return () => watch.disconnect()
  }, [dirty, element])
  return away
}
