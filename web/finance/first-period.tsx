import { CalendarCheck, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Declarations } from '#contract/finance/declarations.contract.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { late } from '#web/kernel/ui/late.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { dayText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useFirstPeriod } from './use-first-period.ts'

const FirstPeriodDialog = late(
  async () => (await import('./first-period-dialog.tsx')).FirstPeriodDialog,
)

/** The first period here, as it was chosen or follows from the records, and the choice of it. */
export function FirstPeriod({ first }: { first: Declarations['firstPeriod'] }) {
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
              onClick={() =>
                write.mutate({
                  body: {
                    id: profileId,
                    version: first.version,
                    firstPeriodFrom: first.from,
                  },
                })
              }
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
