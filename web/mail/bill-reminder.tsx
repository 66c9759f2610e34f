import { useQuery } from '@tanstack/react-query'
import { BellOff, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { reminderRoutes } from '#contract/mail/reminders.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Note, Row } from '#web/kernel/ui/page.tsx'
import { reminderOfBillQuery, REMINDED } from './reminders.queries.ts'
import { useStepWord } from './step-word.ts'

/**
 * A reminder that waits for the user, or what stopped them; nothing for a bill that is not owed.
 */
export function BillReminder({ bill, onSee }: { bill: Bill; onSee: () => void }) {
  const { t } = useTranslation('mail')
  const stepWord = useStepWord()
  const { data } = useQuery({ ...reminderOfBillQuery(bill.id), enabled: bill.outstanding > 0 })
  const params = { id: bill.id }
  const skip = useWrite(reminderRoutes.skip, { invalidates: REMINDED, done: t('reminder.skipped') })
  const stop = useWrite(reminderRoutes.stop, { invalidates: REMINDED, done: t('reminder.stopped') })
  const resume = useWrite(reminderRoutes.resume, {
    invalidates: REMINDED,
    done: t('reminder.resumed'),
  })
  if (!data || bill.outstanding === 0) return null
  const { step, stopped } = data
  if (stopped !== '')
    return (
      <Row className="pb-4">
        <Note tone="warm">
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="grow">{t(`reminder.because.${stopped}`)}</span>
            <Button
              size="sm"
              icon={Play}
              pending={resume.isPending}
              onClick={() => resume.mutate({ params, body: {} })}
            >
              {t('reminder.resume')}
            </Button>
          </span>
        </Note>
      </Row>
    )
  if (step === null && bill.state !== 'late') return null
  return (
    <Row className="pb-4">
      <Note tone="warm">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="grow">
            {step === null ? t('reminder.late') : t('reminder.waits', { step: stepWord(step) })}
          </span>
          {step !== null && (
            <>
              <Button size="sm" variant="primary" onClick={onSee}>
                {t('reminder.see')}
              </Button>
              <Button
                size="sm"
                pending={skip.isPending}
                onClick={() => skip.mutate({ params, body: { step } })}
              >
                {t('reminder.skip')}
              </Button>
            </>
          )}
          <Button
            size="sm"
            variant="quiet"
            icon={BellOff}
            pending={stop.isPending}
            onClick={() => stop.mutate({ params, body: { reason: 'dispute' } })}
          >
            {t('reminder.dispute')}
          </Button>
        </span>
      </Note>
    </Row>
  )
}
