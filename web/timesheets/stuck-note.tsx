import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { Note, Row as SheetRow } from '#web/kernel/ui/page.tsx'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import type { MonthState, MonthStore } from './month-store.ts'
import { useRowWords } from './row-words.ts'

/** Unsaved entries, the reason, and the way to each cell. */
export function StuckNote({
  state,
  store,
  onShow,
}: {
  state: MonthState
  store: MonthStore
  onShow: (key: string) => void
}) {
  const { t } = useTranslation(['timesheets', 'kernel'])
  const words = useRowWords()
  const text = useProblemText()
  return (
    <SheetRow className="pb-4">
      <div role="alert">
        <Note tone="negative" icon={<CircleAlert size={16} className="text-negative" />}>
          <p className="font-semibold">
            {t('save.failed', { count: state.problem ? state.pending : state.refusals.size })}
          </p>
          {state.problem && <p>{text(state.problem)}</p>}
          <ul>
            {[...state.refusals].map(([key, message]) => (
              <li key={key}>
                {message}{' '}
                <button type="button" className="link max-md:hidden" onClick={() => onShow(key)}>
                  {t('save.show', { day: words.day(Number(key.split('.')[0])) })}
                </button>
              </li>
            ))}
          </ul>
          <p className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => void store.retry()}>
              {t('kernel:action.retry')}
            </Button>
            <Button
              size="sm"
              variant="quiet"
              onClick={() => store.discard(state.problem ? undefined : [...state.refusals.keys()])}
            >
              {t('save.discard')}
            </Button>
          </p>
        </Note>
      </div>
    </SheetRow>
  )
}
