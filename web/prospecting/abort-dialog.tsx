import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Slip } from '#contract/prospecting/prospecting.schemas.ts'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { Button } from '#web/kernel/ui/button.tsx'

const USUAL = ['rate', 'taken', 'silence', 'unfit'] as const

/**
 * Why an offer came to nothing: a usual reason by one press, or one's own words. It may stay empty.
 */
export function AbortDialog({
  offer,
  onReason,
  onClose,
}: {
  offer: Slip
  onReason: (reason: string) => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation('prospecting')
  const form = useCarnetForm({
    schema: z.object({ reason: z.string().trim().max(200) }),
    values: useMemo(() => ({ reason: offer.abortReason }), [offer.abortReason]),
    save: ({ reason }) => onReason(reason),
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('abort.title')}
      body={<bdi>{offer.title}</bdi>}
      verb={t('abort.verb')}
    >
      <div className="flex flex-wrap gap-2">
        {USUAL.map((one) => (
          <Button
            key={one}
            size="sm"
            onClick={() =>
              form.methods.setValue('reason', t(`abort.${one}`), { shouldDirty: true })
            }
          >
            {t(`abort.${one}`)}
          </Button>
        ))}
      </div>
      <TextField name="reason" label={t('abort.reason')} maxLength={200} autoFocus />
    </FormDialog>
  )
}
