import { useQueryClient } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Bill } from '#contract/billing.schemas.ts'
import { timesheetRoutes } from '#contract/timesheets.schemas.ts'
import { uploadFile } from '#web/kernel/data/documents.ts'
import { fileOf } from '#web/kernel/data/files.ts'
import { usePreferences } from '#web/kernel/data/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { notifyFailure } from '#web/kernel/ui/toasts.ts'
import { monthText } from '#web/kernel/words/formats.ts'
import { monthOfDay } from '#web/kernel/words/year-month.ts'

/** The month of a bill's period; null when it has none, or runs over several. */
function monthOf({ startDate, endDate }: Pick<Bill, 'startDate' | 'endDate'>) {
  if (startDate === 0 || endDate === 0) return null
  const [first, last] = [monthOfDay(startDate), monthOfDay(endDate)]
  return first.year === last.year && first.month === last.month ? first : null
}

/** Draws the days worked of a bill's month in the bill's language, and adds the paper to the mail's files. */
export function AttachMonth({ bill }: { bill: Bill }) {
  const { t } = useTranslation('mail')
  const { language } = usePreferences()
  const { can } = useSession()
  const { getValues, setValue } = useFormContext<{ documents: string[] }>()
  const queries = useQueryClient()
  const [state, setState] = useState<'' | 'pending' | 'attached'>('')
  const month = monthOf(bill)
  if (month === null || bill.projectId === 0 || !can('perm_timesheet_menu')) return null

  async function attach(at: { readonly year: number; readonly month: number }, projectId: string) {
    setState('pending')
    try {
      const paper = await fileOf(timesheetRoutes.pdf, {
        params: { profileId: bill.profileId, ...at },
        query: { projectId, ...(bill.language !== '' && { language: bill.language }) },
      })
      const { id } = await uploadFile(paper, { onProgress: () => {}, signal: new AbortController().signal })
      await queries.invalidateQueries({ queryKey: ['documents'] })
      setValue('documents', [...new Set([...getValues('documents'), id])], { shouldDirty: true })
      setState('attached')
    } catch (error) {
      setState('')
      if (error instanceof Error) notifyFailure(error)
    }
  }
  if (state === 'attached') return null
  const { projectId } = bill
  return (
    <p>
      <Button size="sm" icon={CalendarPlus} pending={state === 'pending'} onClick={() => void attach(month, projectId)}>
        {t('form.attachMonth', { month: monthText(language, month.year, month.month) })}
      </Button>
    </p>
  )
}
