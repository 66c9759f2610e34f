import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { ErrorState } from '#web/kernel/ui/states.tsx'
import { isUnloaded } from '#web/kernel/data/parts.ts'

/**
 * In the place of a screen that could not be drawn, or loaded: then its error is given. The menu
 * stays.
 */
export function FailedScreen({ unloaded }: { unloaded?: unknown }) {
  const { t } = useTranslation('kernel')
  const thrown = useRouteError()
  const error = unloaded ?? thrown
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <ErrorState
      heading="h1"
      title={t('state.failed')}
      error={
        isUnloaded(error)
          ? new ApiProblem(0, 'NETWORK', '')
          : new Error(undefined, { cause: error })
      }
      onRetry={() => window.location.reload()}
    />
  )
}
