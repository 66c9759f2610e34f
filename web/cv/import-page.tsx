import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { cvRoutes } from '#contract/cv/cv.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { ErrorState, PageSkeleton } from '#web/kernel/ui/states.tsx'
import { paths } from '#web/screens.ts'
import { importQuery } from './cv.queries.ts'
import { storeChoices } from './import-choices.ts'
import { ImportReview } from './import-review.tsx'
import { ImportStart } from './import-start.tsx'

/** The import that the address names, in its state; without one, the choice of a file. */
export function ImportPage() {
  const { t } = useTranslation(['cv', 'kernel'])
  const go = useNavigate()
  const [{ id }, setAddress] = useUrlState({ id: '' })
  const { data, error, isPending, refetch } = useQuery(importQuery(id))
  const drop = useWrite(cvRoutes.cancelImport, { invalidates: [] })
  const back = { to: paths.cv.to(), label: t('import.back') }

  const leave = (to: 'cv' | 'start') => {
    storeChoices(id, null)
    if (to === 'cv') void go(paths.cv.to())
    else setAddress({ id: '' })
  }
  const cancel = async (to: 'cv' | 'start') => {
    await drop.mutateAsync({ params: { id } })
    leave(to)
  }
  const isSaved = data?.state === 'saved'
  useEffect(() => {
    if (isSaved) void go(paths.cv.to(), { replace: true })
  }, [isSaved, go])

  if (id === '')
    return <ImportStart onBegun={(begun) => setAddress({ id: begun }, 'push')} back={back} />
  if (error)
    return (
      <>
        <PageHead title={t('import.title')} back={back} ruled />
        <ErrorState error={error} onRetry={() => refetch()} />
        <Row>
          <Button onClick={() => leave('start')}>{t('import.another')}</Button>
        </Row>
      </>
    )
  if (isPending || isSaved) return <PageSkeleton />
  if (data.state === 'review' || data.state === 'saving')
    return (
      <ImportReview
        key={data.id}
        found={data}
        back={back}
        onCancel={() => cancel('cv')}
        onSaved={() => leave('cv')}
      />
    )
  const isFailed = data.state === 'failed'
  return (
    <>
      <PageHead
        title={t(isFailed ? 'import.failed' : 'import.analyzing')}
        sub={<bdi>{data.name}</bdi>}
        back={back}
        ruled
        actions={
          <Button pending={drop.isPending} onClick={() => void cancel('cv')}>
            {t('kernel:action.cancel')}
          </Button>
        }
      />
      <Row className="py-8">
        {isFailed ? (
          <div className="max-w-[660px]" role="alert">
            <p className="text-md">{data.message}</p>
            <p className="mt-2 text-ink-muted">{t('import.nothingKept')}</p>
            <div className="mt-5">
              <Button variant="primary" onClick={() => void cancel('start')}>
                {t('import.another')}
              </Button>
            </div>
          </div>
        ) : (
          <div className="max-w-[420px]">
            <output className="text-md">{t('import.reading')}</output>
            <progress className="file-progress mt-4" aria-label={t('import.analyzing')} />
          </div>
        )}
      </Row>
    </>
  )
}
