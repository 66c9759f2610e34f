import { useTranslation } from 'react-i18next'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { isOffline } from './offline.ts'

/** The sentence for a failure: the server's, already translated; our own when no answer came. */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation('kernel')
  return (error) => {
    if (!(error instanceof ApiProblem)) return t('problem.unexpected')
    if (error.code === 'NETWORK')
      return t(isOffline() || !navigator.onLine ? 'problem.offline' : 'problem.network')
    if (error.code === 'TIMEOUT') return t('problem.timeout')
    if (error.code === 'SIGNED_OUT') return t('problem.signedOut')
    return error.message || t('problem.unexpected')
  }
}
