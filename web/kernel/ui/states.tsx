import { CloudOff, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Kbd } from './button.tsx'
import { Row } from './page.tsx'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import { RequestReference } from './request-reference.tsx'
import { ApiProblem } from '#web/kernel/data/client.ts'

/** True after `ms`, so that fast loads show no skeleton. */
function useLater(ms: number): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return later
}

/** A placeholder while loading: shown after 200 ms; after 10 s it says that this takes long. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation('kernel')
  const shown = useLater(200)
  const long = useLater(10_000)
  return (
    <div className={shown ? undefined : 'invisible'}>
      <output className="sr-only">{shown && (long ? t('state.long') : label)}</output>
      <div aria-busy="true" aria-hidden="true">
        {children}
        {long && <Row className="py-3 text-xs text-ink-subtle">{t('state.long')}</Row>}
      </div>
    </div>
  )
}

/** A loading page or section: bars in place of lines. */
export function Skeleton({ lines = 5, label }: { lines?: number; label?: string }) {
  const { t } = useTranslation('kernel')
  return (
    <Loading label={label ?? t('state.loading')}>
      <Lines count={lines} />
    </Loading>
  )
}

const Lines = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, line) => (
    <Row key={line} className="py-3.5 ruled">
      <span className="bone" style={{ width: `${[38, 62, 47, 70, 54][line % 5]}%` }} />
    </Row>
  ))

/** A whole loading page: placeholders for its title and rows. */
export function PageSkeleton({ lines = 6, label }: { lines?: number; label?: string }) {
  const { t } = useTranslation('kernel')
  return (
    <Loading label={label ?? t('state.loading')}>
      <Row ruled className="pt-7 pb-5 max-md:pt-5">
        <span className="bone my-[6px] !h-[22px] w-[260px] max-w-full" />
        <span className="bone mt-3 mb-1 w-[180px]" />
      </Row>
      <Lines count={lines} />
    </Loading>
  )
}

export type EmptyStateProps = {
  /** One line: what is missing. */
  readonly title: string
  /** One sentence: what this place is for. */
  readonly body: string
  /** The one action offered. */
  readonly action?: ReactNode
  /** Key of the action. */
  readonly actionKey?: string
  /** A dashed sample of the later content. */
  readonly sample?: ReactNode
  readonly margin?: ReactNode
}

export function EmptyState({ title, body, action, actionKey, sample, margin }: EmptyStateProps) {
  const { t } = useTranslation('kernel')
  return (
    <>
      <Row margin={margin ?? t('state.yours')} className="pt-12 pb-12 [&>.sheet-margin]:pt-1.5">
        <div className="max-w-[640px]">
          <h2 className="lead">{title}</h2>
          <p className="mt-2 text-md text-ink-muted">{body}</p>
          {action && (
            <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
              {action}
              {actionKey && (
                <span className="for-keys inline-flex items-center gap-2 text-sm text-ink-subtle">
                  {t('state.orKey')} <Kbd>{actionKey}</Kbd>
                </span>
              )}
            </div>
          )}
        </div>
      </Row>
      {sample && (
        <Row
          margin={t('state.sample')}
          className="border-t border-line bg-surface-sunken pt-6 pb-12 [&>.sheet-margin]:pt-1"
        >
          <h3 className="h2 !text-ink-muted">{t('state.sampleTitle')}</h3>
          <div className="mt-4">{sample}</div>
        </Row>
      )}
    </>
  )
}

/**
 * A failure, the safe data, a retry, and the reference for support. @param heading `h1` where it
 * stands in a page's place
 */
export function ErrorState({
  error,
  onRetry,
  title,
  heading: Heading = 'h2',
}: {
  error: Error
  onRetry?: () => unknown
  title?: string
  heading?: 'h1' | 'h2'
}) {
  const { t } = useTranslation('kernel')
  const text = useProblemText()
  const reference = error instanceof ApiProblem ? error.requestId : ''
  return (
    <Row
      margin={<CloudOff size={18} className="inline text-negative" />}
      className="pt-12 pb-14 [&>.sheet-margin]:pt-1.5"
    >
      <div className="max-w-[660px]" role="alert">
        <Heading className="lead">{title ?? t('state.error.title')}</Heading>
        <p className="mt-2 text-md text-ink-muted">
          {text(error)} {t('state.error.safe')}
        </p>
        {onRetry && (
          <div className="mt-5 flex gap-2">
            <Button variant="primary" icon={RotateCw} onClick={() => void onRetry()}>
              {t('action.retry')}
            </Button>
          </div>
        )}
        {reference && (
          <p className="mt-6 text-xs text-ink-subtle">
            <RequestReference id={reference} />
          </p>
        )}
      </div>
    </Row>
  )
}
