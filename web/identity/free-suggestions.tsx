import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Form, SubmitButton, useCarnetForm } from '#web/kernel/form/form.tsx'
import { NumberField } from '#web/kernel/form/number-field.tsx'

const Given = z.object({ count: z.int().min(0).max(10_000) })
type Draft = { readonly count: number | null }

/** The job suggestions that a user has left without a plan, and how many an administrator gives. */
export function FreeSuggestions({ id }: { id: string }) {
  const { t } = useTranslation('identity')
  const params = { id }
  const { data } = useQuery({
    queryKey: ['identity', 'jobHunt', id] as const,
    queryFn: () => call(prospectingRoutes.freeSuggestionsOf, { params }),
  })
  const give = useWrite(prospectingRoutes.freeJobSuggestions, {
    invalidates: ['identity'],
    done: { kind: 'changed', name: t('users.suggestions') },
  })
  const values = useMemo((): Draft => ({ count: data?.count ?? null }), [data?.count])
  const form = useCarnetForm<Draft, z.output<typeof Given>>({
    schema: Given,
    values,
    save: ({ count }) =>
      give.mutateAsync({
        params: { id, count: String(count) },
        body: { version: data?.version },
      }),
  })
  if (data === undefined) return null
  return (
    <Form form={form} page="open" className="mt-5 flex items-end gap-3">
      <NumberField
        name="count"
        label={t('users.suggestions')}
        hint={t('users.suggestionsHint')}
        digits={0}
      />
      <SubmitButton form={form} variant="plain">
        {t('users.give')}
      </SubmitButton>
    </Form>
  )
}
