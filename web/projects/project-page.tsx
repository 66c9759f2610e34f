import { useQuery } from '@tanstack/react-query'
import { Ellipsis, RefreshCw } from 'lucide-react'
import { useEffect, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { usualVatPercentAt } from '#contract/finance/finance.values.ts'
import { projectRoutes } from '#contract/projects/projects.contract.ts'
import type { Project } from '#contract/projects/projects.schemas.ts'
import { Offer } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { LinkButton } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { CurrencyField } from '#web/kernel/form/currency-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { MoneyField, NumberField, PercentField } from '#web/kernel/form/number-field.tsx'
import { PRICE_UNITS, TIME_UNITS, USUAL_HOURS } from '#contract/projects/project.values.ts'
import { SelectField } from '#web/kernel/form/select-field.tsx'
import { SegmentField } from '#web/kernel/form/segment-field.tsx'
import { SwitchField } from '#web/kernel/form/switch-field.tsx'
import { TextField } from '#web/kernel/form/text-field.tsx'
import {
  type CarnetForm,
  FieldGrid,
  Form,
  FormProblem,
  SubmitButton,
  useCarnetForm,
} from '#web/kernel/form/form.tsx'
import { dayText, today as todayHere } from '#web/kernel/words/formats.ts'
import { HistoryPanel } from '#web/kernel/history/history-panel.tsx'
import { PastBand, usePast } from '#web/kernel/history/past.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { namedRecord, useLabels } from '#web/kernel/words/record-words.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { Note, PageHead, RequiredMark, Row, Section, Split } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useProfiles, useSession } from '#web/kernel/data/session.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { BillTermsFields } from '#web/profile/bill-terms-fields.tsx'
import { QuoteOfContract } from './quote-of-contract.tsx'
import { useContractActs } from './project-acts.tsx'
import { ContractTemplates } from './contract-templates.tsx'
import { ClientField } from '#web/customers/client-field.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import {
  contractSchema,
  type ContractValues,
  newContract,
  renewalOf,
  valuesOf,
} from './project-form.ts'
import { contractActs } from './contract-acts.ts'
import { contractQuery } from './projects.queries.ts'
import { groupOf, nameOf } from './project-words.tsx'

/** Default rate where VAT is charged. @source CGI art. 278 */

/** A contract's page: its terms in sections, its history beside them. `new` adds one. */
export function ContractPage() {
  const { t } = useTranslation(['projects', 'kernel'])
  const { id = '' } = useParams()
  const { profileId } = useSession()
  const isNew = id === 'new'
  const read = useQuery({ ...contractQuery(profileId, id), enabled: !isNew && profileId !== '' })
  const profiles = useProfiles()
  const profile = profiles.data?.find((one) => one.id === profileId)
  const isMissing = read.error instanceof ApiProblem && read.error.status === 404
  const contract = isMissing ? undefined : read.data
  const back = { to: paths.contracts.to(), label: t('page.back') }

  if (read.isError && !isMissing)
    return (
      <>
        <PageHead title={t('project.title')} back={back} />
        <ErrorState error={read.error} onRetry={read.refetch} />
      </>
    )
  if (profileId === '')
    return (
      <NoProfile
        page={t('project.title')}
        title={t('noProfile.title')}
        body={t('noProfile.body')}
      />
    )
  // Without permission to read the profile, the usual values apply.
  if ((!isNew && read.isPending) || profiles.isLoading)
    return (
      <>
        <PageHead title={t('project.title')} back={back} sub="" />
        <Skeleton lines={6} />
      </>
    )
  if (!isNew && !contract)
    return (
      <>
        <PageHead title={t('project.title')} back={back} ruled />
        <EmptyState
          title={t('page.missing')}
          body={t('page.missingBody')}
          action={<LinkButton to={paths.contracts.to()}>{t('page.back')}</LinkButton>}
        />
      </>
    )
  const usual = {
    currency: profile?.currency ?? 'EUR',
    vat:
      profile?.tvaRegime === 'franchise'
        ? 0
        : usualVatPercentAt(profile?.address ?? { country: 'FR', postalCode: '' }, todayHere()),
  }
  return contract ? (
    <Existing key={id} contract={contract} usual={usual} />
  ) : (
    <Making profileId={profileId} usual={usual} />
  )
}

/**
 * Words of the address that a new contract is begun with; `offer` is the offer that it is made of.
 */
const BEGUN = { client: '', title: '', price: '', currency: '', offer: '' }

type Usual = Parameters<typeof newContract>[2]

function Making({ profileId, usual: { currency, vat } }: { profileId: string; usual: Usual }) {
  const { t } = useTranslation(['projects', 'kernel'])
  const navigate = useNavigate()
  // A client's page and an accepted offer begin a contract with what they know.
  const [{ client, title, price, currency: agreed, offer }] = useUrlState(BEGUN)
  const values = useMemo(
    () => ({
      ...newContract(profileId, todayHere(), { currency: agreed || currency, vat }),
      title,
      clientId: client || (0 as const),
      priceHT: Number(price) > 0 ? Number(price) : null,
    }),
    [profileId, currency, vat, client, title, price, agreed],
  )
  const link = useWrite(recordEndpoints(Offer).change, { invalidates: ['prospecting'] })
  return (
    <>
      <PageHead
        title={t('project.new')}
        back={{ to: paths.contracts.to(), label: t('page.back') }}
        sub={t('page.newSub')}
        ruled
      />
      <ContractForm
        values={values}
        contract={null}
        readOnly={false}
        onDone={(id) => {
          const body = { id: offer, projectId: id }
          if (offer !== '') link.mutate({ body })
          void navigate(paths.contracts.to({}, { open: id }), { replace: true })
        }}
      />
    </>
  )
}

function Existing({ contract, usual: { currency, vat } }: { contract: Project; usual: Usual }) {
  const { t } = useTranslation(['projects', 'kernel'])
  const { can } = useSession()
  const navigate = useNavigate()
  const past = usePast('project', contract.id)
  const acts = useContractActs(contract, {
    onGone: () => void navigate(paths.contracts.to(), { replace: true }),
  })
  const fresh = useMemo(
    () => newContract(contract.profileId, 0, { currency, vat }),
    [contract.profileId, currency, vat],
  )
  const before = past.record as Project | null | undefined
  const isPast = past.at !== undefined
  const values = useMemo(
    () => (before ? valuesOf(before, fresh) : valuesOf(contract, fresh)),
    [before, contract, fresh],
  )
  const group = groupOf(contract)
  return (
    <Split
      label={t('page.history')}
      side={<HistoryPanel entity="project" id={contract.id} at={past.at} onAt={past.setAt} />}
    >
      <PageHead
        title={nameOf(contract)}
        back={{ to: paths.contracts.to({}, { open: contract.id }), label: t('page.back') }}
        chip={
          <Status
            as="tag"
            kind={
              group === 'active'
                ? 'issued'
                : group === 'expired'
                  ? 'collected'
                  : group === 'archived'
                    ? 'stop'
                    : 'draft'
            }
          >
            {t(`status.${group === 'other' && contract.isBillable ? 'undated' : group}`)}
          </Status>
        }
        sub={
          <>
            <bdi>{[contract.client, contract.ref].filter(Boolean).join(', ')}</bdi>
            <QuoteOfContract contract={contract} />
          </>
        }
        actions={
          !isPast &&
          acts.entries.length > 0 && (
            <DropMenu className="btn" label={t('action.more')} entries={acts.entries}>
              <Ellipsis size={17} />
              {t('action.more')}
            </DropMenu>
          )
        }
        ruled
      />
      {past.at !== undefined && <PastBand at={past.at} onReturn={() => past.setAt(undefined)} />}
      {isPast && before === null ? (
        <Row className="py-6 text-ink-muted">{t('page.notYet')}</Row>
      ) : (
        <ContractForm
          key={past.at ?? 'now'}
          values={values}
          contract={contract}
          readOnly={isPast || contractActs(contract, { can }).edit !== null}
          onDone={(id) => void navigate(paths.contracts.to({}, { open: id }))}
        />
      )}
      {acts.dialog}
    </Split>
  )
}

function ContractForm({
  values,
  contract,
  readOnly,
  onDone,
}: {
  values: ContractValues
  contract: Project | null
  readOnly: boolean
  onDone: (id: string) => void
}) {
  const { t } = useTranslation(['projects', 'kernel'])
  const label = useLabels('project')
  const formId = useId()
  const schema = useMemo(
    () =>
      contractSchema({
        PROJECT_CLIENT_REQUIRED: t('error.PROJECT_CLIENT_REQUIRED'),
        PROJECT_RENEWAL_PERIOD_REQUIRED: t('error.PROJECT_RENEWAL_PERIOD_REQUIRED'),
        PROJECT_END_BEFORE_START: t('error.PROJECT_END_BEFORE_START'),
        PROJECT_HOURS_PER_DAY_TOO_FEW: t('error.PROJECT_HOURS_PER_DAY_TOO_FEW'),
      }),
    [t],
  )
  const write = useWrite(contract ? projectRoutes.change : projectRoutes.add, {
    invalidates: ['projects', 'timesheets', 'dashboard', 'history'],
    done: (_, input) => ({
      kind: contract ? 'changed' : 'added',
      name: namedRecord('project', plainText(input.body.title)),
    }),
    onDone: ({ id }) => onDone(id),
  })
  const form = useCarnetForm({
    schema,
    values,
    save: async (output) =>
      void (await write.mutateAsync(
        contract
          ? { body: { ...output, id: contract.id, version: contract.version } }
          : { body: output },
      )),
  })
  const [isBillable, isRenewable] = form.methods.watch(['isBillable', 'isRenewable'])
  return (
    <Form form={form} id={formId} guard={!readOnly}>
      <fieldset disabled={readOnly} className="contents">
        <Row className="pt-5">
          <FormProblem form={form} />
          {!readOnly && <RequiredMark />}
        </Row>
        <Section name={t('section.contract')}>
          <FieldGrid>
            <TextField
              name="title"
              label={label('title')}
              autoFocus={!contract}
              maxLength={200}
              readOnly={readOnly}
            />
            <TextField
              name="ref"
              label={label('ref')}
              hint={t('hint.ref')}
              maxLength={60}
              readOnly={readOnly}
            />
            <SegmentField
              name="timeUnit"
              label={label('timeUnit')}
              options={TIME_UNITS.map((value) => ({
                value,
                label: t(`project.option.timeUnit.${value}`),
              }))}
              readOnly={readOnly}
            />
            <SwitchField
              name="isBillable"
              label={label('isBillable')}
              className="sm:col-span-2"
              readOnly={readOnly}
            />
          </FieldGrid>
          {!isBillable && (
            <div className="mt-4" aria-live="polite">
              <Note tone={contract?.isBillable ? 'warning' : 'plain'}>
                {t(contract?.isBillable ? 'note.cleared' : 'note.notAsked')}
              </Note>
            </div>
          )}
        </Section>
        {isBillable && (
          <Terms
            form={form}
            client={contract ? { id: contract.clientId, name: contract.client } : undefined}
            readOnly={readOnly}
            isRenewable={isRenewable}
          />
        )}
        {!readOnly && (
          <Row className="py-6">
            <div className="flex flex-wrap gap-2">
              <SubmitButton form={form}>
                {t(contract ? 'kernel:action.save' : 'action.create')}
              </SubmitButton>
              <LinkButton
                to={contract ? paths.contracts.to({}, { open: contract.id }) : paths.contracts.to()}
              >
                {t('kernel:action.cancel')}
              </LinkButton>
            </div>
          </Row>
        )}
      </fieldset>
    </Form>
  )
}

/** Converts days and hours, where either is entered or sold. */
function HoursPerDay({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('projects')
  const label = useLabels('project')
  return (
    <NumberField
      name="hoursPerDay"
      label={label('hoursPerDay')}
      digits={2}
      zeroIsEmpty
      hint={t('hint.hoursPerDay', { hours: USUAL_HOURS })}
      readOnly={readOnly}
    />
  )
}

/** Time kept in hours is mostly priced by the hour; a unit that was chosen stays. */
function usePriceUnitOfTime(
  { methods: { setValue, formState } }: CarnetForm<ContractValues, unknown>,
  timeUnit: ContractValues['timeUnit'],
): void {
  const isUnitChosen = formState.dirtyFields.priceUnit === true
  const isTimeChosen = formState.dirtyFields.timeUnit === true
  useEffect(() => {
    if (isTimeChosen && !isUnitChosen) setValue('priceUnit', timeUnit === 'hour' ? 'hour' : 'day')
  }, [timeUnit, isTimeChosen, isUnitChosen, setValue])
}

function Terms({
  form,
  client,
  readOnly,
  isRenewable,
}: {
  form: CarnetForm<ContractValues, unknown>
  /** The contract's, by name. */
  client: { readonly id: string | 0; readonly name: string } | undefined
  readOnly: boolean
  isRenewable: boolean
}) {
  const { t } = useTranslation(['projects', 'kernel'])
  const label = useLabels('project')
  const { language } = usePreferences()
  const owner = form.methods.watch('profileId')
  const profile = useProfiles().data?.find(({ id }) => id === owner)
  const [mode, timeUnit, unit, currency, start, period] = form.methods.watch([
    'priceMode',
    'timeUnit',
    'priceUnit',
    'currency',
    'startDate',
    'renewalPeriod',
  ])
  const next = renewalOf(start, period, todayHere())
  usePriceUnitOfTime(form, timeUnit)
  return (
    <>
      <Section name={t('section.client')}>
        <div className="flex flex-wrap items-end gap-3">
          <ClientField
            name="clientId"
            label={label('clientId')}
            none={0}
            required
            readOnly={readOnly}
            first={client}
            className="min-w-[240px] grow max-w-[420px]"
          />
        </div>
        <div className="h-5" />
        <FieldGrid>
          <TextField
            name="purchaseOrder"
            label={label('purchaseOrder')}
            hint={t('hint.references')}
            readOnly={readOnly}
          />
          <TextField name="buyerReference" label={label('buyerReference')} readOnly={readOnly} />
        </FieldGrid>
      </Section>
      <Section name={t('section.price')}>
        <FieldGrid>
          <SegmentField
            name="priceMode"
            label={label('priceMode')}
            options={[
              { value: 'day', label: t('price.byDay') },
              { value: 'fixed', label: t('price.byWhole') },
            ]}
            readOnly={readOnly}
          />
          {mode === 'day' && (
            <SelectField
              name="priceUnit"
              label={label('priceUnit')}
              options={PRICE_UNITS.map((value) => ({
                value,
                label: t(`project.option.priceUnit.${value}`),
              }))}
              readOnly={readOnly}
            />
          )}
          {(timeUnit === 'hour' || (mode === 'day' && unit === 'hour')) && (
            <HoursPerDay readOnly={readOnly} />
          )}
          <MoneyField
            name="priceHT"
            label={t(mode === 'fixed' ? 'price.whole' : `price.per.${unit}`)}
            currency={currency}
            required
            readOnly={readOnly}
          />
          <CurrencyField name="currency" label={label('currency')} readOnly={readOnly} />
          <NumberField
            name="soldDays"
            label={label('soldDays')}
            digits={2}
            zeroIsEmpty
            hint={t('hint.soldDays')}
            readOnly={readOnly}
          />
        </FieldGrid>
      </Section>
      <Section name={t('section.time')}>
        <FieldGrid>
          <DayField name="startDate" label={label('startDate')} readOnly={readOnly} />
          {isRenewable ? (
            <NumberField
              name="renewalPeriod"
              label={label('renewalPeriod')}
              digits={0}
              required
              readOnly={readOnly}
              hint={
                next > 0 && (
                  <span className="inline-flex items-center gap-1.5">
                    <RefreshCw size={12} />
                    {t('hint.nextRenewal', { date: dayText(language, next, 'long') })}
                  </span>
                )
              }
            />
          ) : (
            <DayField
              name="endDate"
              label={label('endDate')}
              hint={t('hint.endDate')}
              readOnly={readOnly}
            />
          )}
          <SwitchField
            name="isRenewable"
            label={label('isRenewable')}
            hint={isRenewable ? t('hint.renewable') : undefined}
            className="sm:col-span-2"
            readOnly={readOnly}
          />
        </FieldGrid>
      </Section>
      <Section name={t('section.payment')}>
        <div className="grid gap-5">
          <FieldGrid columns={3}>
            <PercentField name="tva" label={label('tva')} readOnly={readOnly} />
          </FieldGrid>
          <BillTermsFields entity="project" above={profile} readOnly={readOnly} />
          <ContractTemplates readOnly={readOnly} />
        </div>
      </Section>
    </>
  )
}
