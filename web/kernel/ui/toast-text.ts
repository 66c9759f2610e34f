import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import type { Toast } from '../data/toasts.ts'

type ToastText = { readonly headline: ReactNode; readonly help: ReactNode }

/**
 * The text of a toast, also shown from the bell. For a failed call: "Erreur : " and the server's
 * first sentence; the others, with the remedy, are below.
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
