import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import type { Me } from '#contract/identity/identity.schemas.ts'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { SwitchField } from '#web/kernel/form/switch-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { type Language, languageName, LANGUAGES } from '#web/kernel/words/languages.ts'
import { Section } from '#web/kernel/ui/page.tsx'
import { setPreferences, type Theme, usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { ComboField, SelectField } from '#web/kernel/form/select-field.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { useCurrencies } from '#web/kernel/form/currency-field.tsx'
import { timeZones } from './choices.ts'

type Values = {
  language: Language
  timeZone: string
  currency: string
  followUpDays: string
  discreet: boolean
  theme: Theme
  density: 'comfortable' | 'compact'
}

/** Choices of days from an application to its follow-up. */
const FOLLOW_UPS = [0, 3, 5, 7, 10, 14, 21, 30] as const

/**
 * The user's preferences; each choice is saved at once. Language, time zone, currency and discreet
 * mode belong to the account, theme and density to this browser.
 */
export function PreferencesSection({ me }: { me: Me }) {
  const { t } = useTranslation(['profile', 'kernel'])
  const label = useLabels('user')
  const { language, theme, density, discreet } = usePreferences()
  const { can, setLanguage, setDiscreet } = useSession()
  const currencies = useCurrencies()
  const keep = useWrite(userRoutes.parameters, {
    invalidates: ['identity'],
    done: { kind: 'changed', name: t('section.preferences') },
  })
  const values: Values = {
    language,
    timeZone: me.params.timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone,
    currency: me.params.currency || 'EUR',
    followUpDays: String(me.params.followUpDays),
    discreet,
    theme,
    density,
  }
  const methods = useForm<Values>({ values })

  const { mutate } = keep
  useEffect(() => {
    const apply = (chosen: Partial<Values>, name: keyof Values | undefined) => {
      if (name === 'language' && chosen.language) setLanguage(chosen.language)
      else if (name === 'discreet') setDiscreet(chosen.discreet === true)
      else if (name === 'theme' && chosen.theme) setPreferences({ theme: chosen.theme })
      else if (name === 'density' && chosen.density) setPreferences({ density: chosen.density })
      else if (name === 'timeZone' && chosen.timeZone)
        mutate({ body: { timeZone: chosen.timeZone } })
      else if (name === 'currency' && chosen.currency)
        mutate({ body: { currency: chosen.currency } })
      else if (name === 'followUpDays' && chosen.followUpDays)
        mutate({ body: { followUpDays: Number(chosen.followUpDays) } })
    }
    const watching = methods.watch((chosen, { name, type }) => {
      if (type === 'change') apply(chosen, name as keyof Values | undefined)
    })
    return () => watching.unsubscribe()
  }, [methods, mutate, setLanguage, setDiscreet])

  return (
    <FormProvider {...methods}>
      <Section name={t('section.preferences')}>
        <div className="grid max-w-[860px] gap-5">
          <FieldGrid columns={3}>
            <SelectField
              name="language"
              label={label('params.preferredLanguage')}
              options={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
            />
            <ComboField name="timeZone" label={label('params.timeZone')} options={timeZones()} />
            <ComboField name="currency" label={label('params.currency')} options={currencies} />
          </FieldGrid>
          <SwitchField
            name="discreet"
            label={label('params.isDiscreet')}
            hint={t('preference.discreetHint')}
          />
          {can('perm_offer_menu') && (
            <FieldGrid columns={3}>
              <SelectField
                name="followUpDays"
                label={label('params.followUpDays')}
                hint={t('preference.followUpHint')}
                options={FOLLOW_UPS.map((days) => ({
                  value: String(days),
                  label:
                    days === 0
                      ? t('preference.noFollowUp')
                      : t('preference.afterDays', { count: days }),
                }))}
              />
            </FieldGrid>
          )}
          <p className="hint !mt-0">{t('preference.accountNote')}</p>
          <FieldGrid>
            <SegmentField
              name="theme"
              label={t('kernel:shell.theme')}
              options={[
                { value: 'light', label: t('kernel:shell.themeLight') },
                { value: 'dark', label: t('kernel:shell.themeDark') },
                { value: 'system', label: t('kernel:shell.themeSystem') },
              ]}
            />
            <SegmentField
              name="density"
              label={t('kernel:shell.density')}
              options={[
                { value: 'comfortable', label: t('kernel:shell.densityComfortable') },
                { value: 'compact', label: t('kernel:shell.densityCompact') },
              ]}
            />
          </FieldGrid>
          <p className="hint !mt-0">{t('preference.browserNote')}</p>
        </div>
      </Section>
    </FormProvider>
  )
}
