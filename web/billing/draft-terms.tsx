import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type PenaltyBasis, PAPER_LANGUAGES, PENALTY_BASES } from '#contract/billing/bill.values.ts'
import type { Project } from '#contract/projects/projects.schemas.ts'
import type { ProfessionalInfo } from '#contract/profile/profile.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { NumberField, PercentField } from '#web/kernel/form/number-field.tsx'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { SwitchField } from '#web/kernel/form/switch-field.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { percentText } from '#web/kernel/words/formats.ts'
import { languageName } from '#web/kernel/words/languages.ts'
import { optionLabel, useLabels } from '#web/kernel/words/record-words.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useClient } from './bill.queries.ts'
import type { DraftForm } from './draft-form.ts'

/**
 * Days to pay where neither contract nor profile says any. @source Commercial code, article L441-10
 * I
 */
const LAWFUL_DAYS = 30

type Inherited =
  | 'paymentDeadline'
  | 'penaltyBasis'
  | 'penaltyRate'
  | 'discountTerms'
  | 'header'
  | 'footer'
  | 'language'
type Terms = Pick<DraftForm, Inherited>
type Level = 'contract' | 'profile' | 'client' | 'law'
type Standing = Pick<ProfessionalInfo, Inherited>

/** Terms that a bill takes from its contract, its profile or the law, each with its source. */
function inheritedOf(
  contract: Project | undefined,
  profile: ProfessionalInfo | undefined,
  clients: unknown,
) {
  const isForeign = clients !== undefined && clients !== 'fr'
  const levels: readonly (readonly [Level, Standing | undefined])[] = [
    ['contract', contract],
    ['profile', profile],
  ]
  const first = <T,>(
    of: (standing: Standing) => T | undefined,
    lawful: T,
    last: Level = 'law',
  ): readonly [T, Level] => {
    for (const [level, standing] of levels) {
      const value = standing && of(standing)
      if (value !== undefined) return [value, level]
    }
    return [lawful, last]
  }
  const penalty = first<Pick<Terms, 'penaltyBasis' | 'penaltyRate'>>(
    ({ penaltyBasis, penaltyRate }) =>
      penaltyBasis === 'ecb10' || penaltyBasis === 'legal3'
        ? { penaltyBasis, penaltyRate: 0 }
        : penaltyRate > 0
          ? { penaltyBasis: 'rate', penaltyRate }
          : undefined,
    { penaltyBasis: 'ecb10', penaltyRate: 0 },
  )
  return {
    paymentDeadline: first(({ paymentDeadline }) => paymentDeadline || undefined, LAWFUL_DAYS),
    penalty,
    discountTerms: first(({ discountTerms }) => discountTerms || undefined, ''),
    header: first(({ header }) => header || undefined, ''),
    footer: first(({ footer }) => footer || undefined, ''),
    // A client who is written to in another language than French comes before the profile.
    language: first(
      (standing) =>
        standing === profile && isForeign ? undefined : standing.language || undefined,
      '',
      'client',
    ),
  }
}

/** Where a value comes from, or the value that it stands in place of, with the way back to it. */
function Origin({
  same,
  level,
  onTake,
  children,
}: {
  same: boolean
  level: Level
  onTake: () => void
  children: ReactNode
}) {
  const { t } = useTranslation('billing')
  if (same) return <>{t(`inherited.${level}`)}</>
  return (
    <Button size="sm" variant="quiet" className="!h-auto max-w-full !p-0 !text-xs" onClick={onTake}>
      <span className="truncate">{t(`inherited.take.${level}`, { value: children })}</span>
    </Button>
  )
}

const WATCHED = [
  'paymentDeadline',
  'penaltyBasis',
  'penaltyRate',
  'discountTerms',
  'header',
  'footer',
  'language',
  'includePenalty',
  'clientId',
] as const

/** Terms of payment on the bill: dates, lateness, discount for early payment, language, texts. */
export function DraftTerms({
  contract,
  profile,
  dated = true,
}: {
  contract: Project | undefined
  profile: ProfessionalInfo | undefined
  /** Whether a due day may be fixed. */
  dated?: boolean
}) {
  const { t } = useTranslation(['billing', 'kernel'])
  const label = useLabels('bill')
  const { language } = usePreferences()
  const { control, setValue } = useFormContext<DraftForm>()
  const [days, basis, rate, discountTerms, header, footer, paper, includePenalty, clientId] =
    useWatch({ control, name: WATCHED })
  const client = useClient(clientId)
  const inherited = inheritedOf(contract, profile, client?.['language'])
  const take = (changes: Partial<Terms>) => {
    for (const [name, value] of Object.entries(changes))
      setValue(name as keyof Terms, value, { shouldDirty: true, shouldValidate: true })
  }
  const [lawfulDays, daysFrom] = inherited.paymentDeadline
  const [penalty, penaltyFrom] = inherited.penalty
  const penaltyText = (of: Pick<Terms, 'penaltyBasis' | 'penaltyRate'>) =>
    of.penaltyBasis === 'rate'
      ? percentText(language, of.penaltyRate ?? 0)
      : optionLabel('bill', 'penaltyBasis', of.penaltyBasis)
  const ofText = (name: 'discountTerms' | 'header' | 'footer', present: string) => {
    const [value, level] = inherited[name]
    if (value === '' && present === '') return undefined
    return (
      <Origin same={value === present} level={level} onTake={() => take({ [name]: value })}>
        {value || t('inherited.nothing')}
      </Origin>
    )
  }
  const [paperLanguage, paperFrom] = inherited.language
  const nameOf = (one: DraftForm['language']) =>
    one === '' ? t('draft.clientLanguage') : languageName(one)
  return (
    <>
      <FieldGrid columns={4}>
        <NumberField
          name="paymentDeadline"
          label={t('draft.deadline')}
          required
          digits={0}
          unit={t('draft.daysUnit')}
          hint={
            <Origin
              same={days === lawfulDays}
              level={daysFrom}
              onTake={() => take({ paymentDeadline: lawfulDays })}
            >
              {t('inherited.days', { count: lawfulDays })}
            </Origin>
          }
        />
        {dated && <DayField name="dueDate" label={t('draft.dueDate')} hint={t('draft.dueHint')} />}
        <SwitchField
          name="includePenalty"
          label={t('draft.withPenalty')}
          className="sm:col-span-2 md:pt-[30px]"
        />
        {includePenalty && (
          <>
            <SelectField
              name="penaltyBasis"
              label={label('penaltyBasis')}
              className="sm:col-span-2"
              options={PENALTY_BASES.map((value: PenaltyBasis) => ({
                value,
                label: optionLabel('bill', 'penaltyBasis', value),
              }))}
              hint={
                <Origin
                  same={
                    basis === penalty.penaltyBasis &&
                    (basis !== 'rate' || rate === penalty.penaltyRate)
                  }
                  level={penaltyFrom}
                  onTake={() => take(penalty)}
                >
                  {penaltyText(penalty)}
                </Origin>
              }
            />
            {basis === 'rate' && (
              <PercentField name="penaltyRate" label={t('draft.penalty')} required />
            )}
          </>
        )}
      </FieldGrid>
      <div className="mt-5">
        <FieldGrid>
          <TextField
            name="discountTerms"
            label={label('discountTerms')}
            placeholder={t('draft.noDiscountTerms')}
            hint={ofText('discountTerms', discountTerms)}
          />
          <SelectField
            name="language"
            label={label('language')}
            none={nameOf('')}
            options={PAPER_LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
            hint={
              <Origin
                same={paper === paperLanguage}
                level={paperFrom}
                onTake={() => take({ language: paperLanguage })}
              >
                {nameOf(paperLanguage)}
              </Origin>
            }
          />
          <TextArea
            name="header"
            label={label('header')}
            rows={3}
            placeholder={t('kernel:form.optional')}
            hint={ofText('header', header)}
          />
          <TextArea
            name="footer"
            label={label('footer')}
            rows={3}
            placeholder={t('kernel:form.optional')}
            hint={ofText('footer', footer)}
          />
        </FieldGrid>
      </div>
    </>
  )
}
