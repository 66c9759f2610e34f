import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '#web/kernel/words/problem-text.ts'
import type { Toast } from './toasts.ts'

type ToastText = { readonly headline: ReactNode; readonly help: ReactNode }

/**
 * What a toast says, in its corner and read again from the bell. Of a failed call: "Erreur : " and the server's first sentence; the rest,
 * which says the way out, stands under it.
 */
export function useToastText(): (toast: Toast) => ToastText {
  const { t } = useTranslation('kernel')
  const text = useProblemText()
  return ({ what, detail }) => {
    if (!(what instanceof Error)) return { headline: what, help: detail }
    const message = text(what)
    const [, first = message, rest] = /^(.+?[.!?؟])\s+(.+)$/s.exec(message) ?? []
    return { headline: t('toast.failed', { message: first }), help: rest }
  }
}
