import { CalendarCheck, Pencil } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Declarations } from '#contract/finance/declarations.contract.ts'
import { professionalInfoRoutes } from '#contract/profile/profile.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FormDialog } from '#web/kernel/form/form-dialog.tsx'
import { useCarnetForm } from '#web/kernel/form/form.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { dayText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'

type First = Declarations['firstPeriod']

const useFirstPeriod = (onDone: () => void) => {
  const { t } = useTranslation('finance')
  return useWrite(professionalInfoRoutes.change, {
    invalidates: ['finance', 'profile', 'dashboard', 'history'],
    done: t('firstPeriod.done'),
    onDone,
  })
}

/** The first period here, as it was chosen or follows from the records, and the choice of it. */
export function FirstPeriod({ first }: { first: First }) {
  const { t } = useTranslation('finance')
  const { language } = usePreferences()
  const { profileId, can } = useSession()
  const [isOpen, setOpen] = useState(false)
  const write = useFirstPeriod(() => setOpen(false))
  const mayChoose = can('perm_professional_info_update')
  return (
    <Row margin={t('firstPeriod.name')} ruled className="py-4">
      <p className="max-w-[70ch] text-sm">
        {t(`firstPeriod.by.${first.by}`, { day: dayText(language, first.from, 'long') })}
      </p>
      {mayChoose && (
        <p className="mt-2 flex flex-wrap gap-2">
          {first.by !== 'chosen' && (
            <Button
              size="sm"
              icon={CalendarCheck}
              pending={write.isPending}
              onClick={() => write.mutate({ body: { id: profileId, firstPeriodFrom: first.from } })}
            >
              {t('firstPeriod.keep')}
            </Button>
          )}
          <Button size="sm" icon={Pencil} onClick={() => setOpen(true)}>
            {t('firstPeriod.choose')}
          </Button>
        </p>
      )}
      {isOpen && <FirstPeriodDialog first={first} onClose={() => setOpen(false)} />}
    </Row>
  )
}

const Chosen = z.object({ firstPeriodFrom: z.int().min(1) })

function FirstPeriodDialog({ first, onClose }: { first: First; onClose: () => void }) {
  const { t } = useTranslation(['finance', 'kernel'])
  const { profileId } = useSession()
  const write = useFirstPeriod(onClose)
  const form = useCarnetForm({
    schema: Chosen,
    values: useMemo(() => ({ firstPeriodFrom: first.from }), [first.from]),
    save: async (body) => {
      await write.mutateAsync({ body: { id: profileId, ...body } })
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('firstPeriod.choose')}
      verb={t('kernel:action.save')}
    >
      <DayField
        name="firstPeriodFrom"
        label={t('firstPeriod.field')}
        hint={t('firstPeriod.hint')}
        required
      />
    </FormDialog>
  )
}
