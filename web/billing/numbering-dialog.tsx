import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { numberingRoutes, type NumberSeries } from '#contract/billing/numbering.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { FieldGrid, useCarnetForm } from '#web/kernel/form/form.tsx'
import { NumberField } from '#web/kernel/form/number-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'

const Choice = z.object({
  pattern: z.string().min(1).max(35),
  next: z.int().min(1),
  reason: z.string().trim().min(1).max(200),
})

export type NumberingSeries = Pick<NumberSeries, 'kind' | 'name' | 'year'> & {
  readonly profileId: string
}

/** The series of a year, and the numbers given twice. */
export const numberingQuery = (profileId: string, year: number, name: string) => ({
  queryKey: ['billing', 'bill', 'billSeries', 'numbering', profileId, year, name] as const,
  queryFn: () => call(numberingRoutes.get, { params: { profileId, year }, query: { name } }),
})

/** The dialog of a series that is read first. */
export function NumberingOf({
  profileId,
  kind,
  name,
  year,
  onClose,
}: NumberingSeries & { onClose: () => void }) {
  const { data } = useQuery(numberingQuery(profileId, year, name))
  const series = data?.series.find((one) => one.kind === kind)
  if (!data || !series) return null
  return (
    <NumberingDialog
      profileId={profileId}
      series={series}
      doubles={data.doubles}
      onClose={onClose}
    />
  )
}

/** Sets pattern and next number of a series, with the reason. */
export function NumberingDialog({
  profileId,
  series: { kind, name, year, pattern, next, version },
  doubles,
  onClose,
}: {
  readonly profileId: string
  readonly series: NumberSeries
  readonly doubles: readonly string[]
  readonly onClose: () => void
}) {
  const { t } = useTranslation('billing')
  const write = useWrite(numberingRoutes.set, {
    invalidates: ['billing'],
    done: t('numbering.done'),
    onDone: onClose,
  })
  const form = useCarnetForm({
    schema: Choice,
    values: useMemo(() => ({ pattern, next, reason: '' }), [pattern, next]),
    save: async (body) => {
      await write.mutateAsync({
        params: { profileId },
        body: { ...body, kind, name, year, version },
      })
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('numbering.title', { year: String(year) })}
      body={t('numbering.body')}
      verb={t('numbering.act')}
    >
      <FieldGrid>
        <TextField
          name="pattern"
          label={t('numbering.pattern')}
          hint={t('numbering.patternHint')}
          required
          autoFocus
        />
        <NumberField name="next" label={t('numbering.next')} required />
      </FieldGrid>
      <TextField name="reason" label={t('numbering.reason')} required />
      {doubles.length > 0 && (
        <p className="text-sm text-ink-muted">
          {t('numbering.doubles', { refs: doubles.join(', ') })}
        </p>
      )}
    </FormDialog>
  )
}
