import clsx from 'clsx'
import { Copy } from 'lucide-react'
import { memo, useEffect } from 'react'
import { type PathValue, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Correction } from '#contract/billing/correction.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import type { Project } from '#contract/projects/projects.schemas.ts'
import { CurrencyField } from '#web/kernel/form/currency-field.tsx'
import { DayField } from '#web/kernel/form/day-field.tsx'
import { TextArea, TextField } from '#web/kernel/form/text-field.tsx'
import { FieldGrid } from '#web/kernel/form/form.tsx'
import { instantText } from '#web/kernel/words/formats.ts'
import { useLabels } from '#web/kernel/words/record-words.ts'
import { Section } from '#web/kernel/ui/page.tsx'
import { paths } from '#web/screens.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useProfiles, useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Amount } from '#web/kernel/ui/values.tsx'
import { ApprovedDays } from './approved-days.tsx'
import { billActs } from './bill-acts.ts'
import { BillHistory } from './bill-history.tsx'
import { ClientField } from '#web/customers/client-field.tsx'
import { checklistQuery, useContract, useProfile } from './bill.queries.ts'
import { ContractField, wholeLeft } from './contract-field.tsx'
import { TOUCHED } from './bills.queries.ts'
import { DraftChecks } from './draft-checks.tsx'
import { DraftDeposits } from './draft-deposits.tsx'
import { type DraftForm, NO_DISCOUNT } from './draft-form.ts'
import { DraftLayout, DraftNote } from './draft-layout.tsx'
import { DraftLines } from './draft-lines.tsx'
import { useDuplicate } from './duplicate.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { QuoteLink } from './quote-link.tsx'
import { LivePaper } from './live-paper.tsx'
import { useDraftDesk } from './use-draft-desk.ts'
import { useDraft } from './use-draft.ts'
import { useRatesOf } from './use-offered-rates.ts'
import { Afterwards } from '#web/kernel/ui/afterwards.tsx'
import { late } from '#web/kernel/ui/late.tsx'
import { Awaiting } from '#web/kernel/ui/awaiting.tsx'
import { useSettled } from '#web/kernel/data/settled.tsx'

const PaperDialog = late(async () => (await import('./issue-dialog.tsx')).PaperDialog)
const DraftTerms = late(async () => (await import('./draft-terms.tsx')).DraftTerms)
const DraftVat = late(async () => (await import('./draft-vat.tsx')).DraftVat)

const TITLES = {
  invoice: 'draft.title',
  deposit: 'draft.titleDeposit',
  creditNote: 'draft.titleCredit',
} as const

/** Fields of the form that a correction sets. */
const CORRECTED = [
  'startDate',
  'endDate',
  'issueDate',
  'paymentDeadline',
  'dueDate',
  'penaltyRate',
  'includePenalty',
  'includeTva',
] as const

/** The editor of a draft. It saves automatically, and shows what blocks the issue. */
export function DraftPage({ bill }: { bill: Bill }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const [{ do: doing }, setUrl] = useUrlState({ at: '', do: '' })
  const acts = billActs(bill, useSession().can)
  const mayIssue = acts.issue === 'available'
  const draft = useDraft(bill)
  const points = useQuery(checklistQuery(bill)).data?.items
  const [clientId, issueDate, vatReason, operation, deliveryAddress] = useWatch({
    control: draft.methods.control,
    name: ['clientId', 'issueDate', 'vatReason', 'operation', 'deliveryAddress'],
  })
  const supply = { clientId, issueDate, vatReason, operation, deliveryAddress }
  const [usual = 0] = useRatesOf(bill.profileId, supply)
  const contract = useContract(bill.profileId, bill.projectId)
  const desk = useDraftDesk(draft, { points, firstRate: contract?.tva ?? usual })
  const { blocking, setOpen, show } = desk
  const duplicate = useDuplicate()
  const title = t(TITLES[bill.type], { client: bill.client || t('draft.noClient') })
  const remove = useRemove(bill, title)

  // A link that asks for the issue opens its confirmation as soon as the checklist is green.
  useEffect(() => {
    if (doing !== 'issue' || blocking === undefined) return
    setUrl({ do: '' })
    if (mayIssue && blocking === 0) setOpen('finish')
  }, [doing, blocking, mayIssue, setUrl, setOpen])

  const fix = (path: string) => {
    const isOfDays = path === 'dueDate' && draft.methods.getValues('dueDate') === 0
    desk.fix(isOfDays ? 'paymentDeadline' : path)
  }

  /** A correction of the checklist: it changes the draft's values and saves at once. */
  const correct = (changes: Correction['changes']) => {
    const set = { shouldDirty: true, shouldValidate: true }
    for (const name of CORRECTED)
      if (changes[name] !== undefined) draft.methods.setValue(name, changes[name], set)
    // A figure stands in place of a formula.
    if (changes.penaltyRate !== undefined) draft.methods.setValue('penaltyBasis', 'rate', set)
    void draft.save()
  }

  return (
    <DraftLayout
      context="billing"
      title={title}
      state={t('state.draft')}
      sub={
        <>
          {bill.creditNoteOf !== 0 && (
            <>
              <Link className="link" to={paths.bill.to({ id: String(bill.creditNoteOf) })}>
                {t('draft.corrects', { ref: bill.creditNoteOfRef })}
              </Link>{' '}
            </>
          )}
          {t('draft.noNumber')}
        </>
      }
      more={
        <>
          <QuoteLink bill={bill} before=" " />
          <ApprovedDays bill={bill} />
        </>
      }
      back={{ to: paths.bills.to(), label: t('back') }}
      draft={draft}
      desk={desk}
      finish={{ label: t('issue.action') }}
      mayUpdate={mayIssue}
      mayRemove={acts.remove === 'available'}
      remove={remove}
      entries={
        acts.duplicate === 'available'
          ? [{ label: t('act.duplicate'), icon: Copy, onSelect: () => duplicate.run(bill) }]
          : []
      }
      history={
        <BillHistory
          bill={bill}
          at={undefined}
          onAt={(at) => at !== undefined && setUrl({ at: String(at) }, 'push')}
        />
      }
      notes={<Notes bill={bill} />}
      fields={<Fields bill={bill} />}
      aside={
        <>
          <DraftChecks bill={bill} onFix={fix} onCorrect={correct} headingId={desk.headingId} />
          <LivePaper bill={bill} onOpen={() => void show('preview')} />
        </>
      }
    >
      {(desk.open === 'preview' || desk.open === 'finish') && (
        <PaperDialog bill={bill} issue={desk.open === 'finish'} onClose={desk.close} />
      )}
    </DraftLayout>
  )
}

/** Removes the draft and leads to the list; its toast makes the draft again. */
function useRemove(bill: Bill, title: string) {
  const { t } = useTranslation('kernel')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const duplicate = useDuplicate()
  const remove = useWrite(billRoutes.remove, {
    invalidates: TOUCHED,
    onDone: () => {
      void navigate(paths.bills.to())
      // Removed queries are not read again.
      for (const part of ['one', 'checklist', 'paper'])
        queries.removeQueries({ queryKey: ['billing', 'bill', part, bill.id] })
      notifySuccess(t('toast.deleted'), {
        detail: title,
        // A credit note holds amounts of its bill: it is made again there.
        ...(bill.type !== 'creditNote' && {
          action: { label: t('action.undo'), run: () => duplicate.run(bill, 'again') },
        }),
      })
    },
  })
  const input = { params: { profileId: bill.profileId, id: bill.id } }
  return { isPending: remove.isPending, run: () => remove.mutate(input) }
}

/** The other profile that the draft is of, and why its issue was abandoned. */
function Notes({ bill }: { bill: Bill }) {
  const { t } = useTranslation('billing')
  const { language } = usePreferences()
  const { profileId } = useSession()
  const profiles = useProfiles().data
  return (
    <>
      {bill.profileId !== profileId && profileId !== '' && (
        <DraftNote>
          {t('draft.otherProfile', {
            name: profiles?.find((profile) => profile.id === bill.profileId)?.name ?? '',
          })}
        </DraftNote>
      )}
      {bill.abandonedReason !== '' && (
        <DraftNote>
          <strong>
            {t('draft.abandoned', { when: instantText(language, bill.abandonedDate) })}
          </strong>{' '}
          {bill.abandonedReason}
        </DraftNote>
      )}
    </>
  )
}

/** The state of saving draws none of them again. */
const Fields = memo(function Fields({ bill }: { bill: Bill }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const label = useLabels('bill')
  const profile = useProfile(bill.profileId)
  const isSettled = useSettled()
  const [clientId, projectId, includeTva] = useWatch<
    DraftForm,
    ['clientId', 'projectId', 'includeTva']
  >({
    name: ['clientId', 'projectId', 'includeTva'],
  })
  const credit = bill.type === 'creditNote'
  const contract = useContract(bill.profileId, projectId)
  return (
    <>
      <Section name={t('draft.section.client')}>
        <FieldGrid>
          <ClientField
            name="clientId"
            label={label('clientId')}
            required
            none={0}
            readOnly={credit}
            first={{ id: bill.clientId, name: bill.client }}
          />
          {/* Room for the contract's hint, which is read after the draft. */}
          <div
            className={clsx(
              projectId !== 0 && '[&_.field-note]:flow-root [&_.field-note]:min-h-[21px]',
            )}
          >
            <DraftContract
              profileId={bill.profileId}
              clientId={clientId}
              contract={contract}
              readOnly={credit}
              hint={
                contract &&
                contract.leftHT !== null && (
                  <>
                    {t('draft.left')}{' '}
                    <Amount major={contract.leftHT} currency={contract.currency} />
                  </>
                )
              }
            />
          </div>
          <TextField
            name="serviceName"
            label={label('serviceName')}
            placeholder={t('kernel:form.optional')}
            hint={t('draft.serviceHint')}
          />
          <TextField
            name="purchaseOrder"
            label={label('purchaseOrder')}
            placeholder={t('kernel:form.optional')}
            hint={t('draft.purchaseHint')}
          />
          <TextField
            name="buyerReference"
            label={label('buyerReference')}
            placeholder={t('kernel:form.optional')}
            hint={t('draft.referenceHint')}
          />
        </FieldGrid>
      </Section>
      <Afterwards>
        <Section name={t('draft.section.period')}>
          <FieldGrid columns={4}>
            <DayField name="startDate" label={t('draft.from')} />
            <DayField name="endDate" label={t('draft.to')} />
            <DayField name="issueDate" label={t('draft.issueDate')} hint={t('draft.issueHint')} />
            <TextField
              name="numberSeries"
              label={label('numberSeries')}
              placeholder={t('kernel:form.optional')}
              hint={t('draft.seriesHint')}
            />
            {!credit && <CurrencyField name="currency" label={label('currency')} />}
          </FieldGrid>
        </Section>
        <Section name={t('draft.section.lines')}>
          <DraftLines
            profileId={bill.profileId}
            fixed={credit}
            vat={includeTva}
            price={contract?.priceMode === 'day' && contract.priceHT > 0 ? contract.priceHT : null}
            rate={contract?.tva ?? null}
            unit={contract?.priceMode === 'fixed' ? 'fixed' : (contract?.priceUnit ?? 'day')}
          />
        </Section>
        {!credit && (
          <Section name={t('draft.section.vat')}>
            <Awaiting waiting={<div className="h-8" />}>
              {isSettled ? (
                <DraftVat franchise={profile?.tvaRegime === 'franchise'} />
              ) : (
                <div className="h-8" />
              )}
            </Awaiting>
          </Section>
        )}
        <DraftDeposits bill={bill} />
        <Section
          name={t(credit ? 'draft.section.texts' : 'draft.section.terms')}
          className="border-t border-line"
        >
          {credit ? (
            <FieldGrid>
              <TextArea
                name="header"
                label={label('header')}
                rows={3}
                placeholder={t('kernel:form.optional')}
              />
              <TextArea
                name="footer"
                label={label('footer')}
                rows={3}
                placeholder={t('kernel:form.optional')}
              />
            </FieldGrid>
          ) : (
            <Awaiting waiting={<div className="h-[330px]" />}>
              {isSettled ? (
                <DraftTerms contract={contract} profile={profile} />
              ) : (
                <div className="h-[330px]" />
              )}
            </Awaiting>
          )}
        </Section>
      </Afterwards>
    </>
  )
})

const REFERENCES = ['purchaseOrder', 'buyerReference'] as const

/** Choosing a contract sets its client and its terms. */
function DraftContract({
  profileId,
  clientId,
  contract: chosen,
  readOnly,
  hint,
}: {
  profileId: string
  clientId: string | 0
  contract: Project | undefined
  readOnly: boolean
  hint: React.ReactNode
}) {
  const { t } = useTranslation('kernel')
  const label = useLabels('bill')
  const { setValue, getValues } = useFormContext<DraftForm>()
  return (
    <ContractField
      name="projectId"
      label={label('projectId')}
      none={0}
      readOnly={readOnly}
      placeholder={t('form.optional')}
      hint={hint}
      profileId={profileId}
      clientId={clientId}
      chosen={chosen}
      onPick={(contract) => {
        const set = <N extends keyof DraftForm>(name: N, value: PathValue<DraftForm, N>) =>
          setValue(name, value, { shouldDirty: true })
        if (contract.clientId) set('clientId', contract.clientId)
        if (contract.paymentDeadline > 0) set('paymentDeadline', contract.paymentDeadline)
        if (contract.penaltyRate > 0 || contract.penaltyBasis !== '') {
          set('penaltyBasis', contract.penaltyBasis || 'rate')
          set('penaltyRate', contract.penaltyRate)
          set('includePenalty', true)
        }
        for (const text of REFERENCES)
          if (contract[text] !== '' && getValues(text) === '') set(text, contract[text])
        for (const text of ['discountTerms', 'header', 'footer', 'language'] as const)
          if (contract[text] !== '') set(text, contract[text])
        if (getValues('serviceName') === '') set('serviceName', contract.title)
        if (getValues('lines').length === 0) {
          set('currency', contract.currency)
          setValue(
            'lines',
            [
              {
                description: contract.title,
                quantity: 1,
                unit: contract.priceMode === 'day' ? contract.priceUnit : 'fixed',
                disbursement: false,
                unitPrice: contract.priceMode === 'day' ? contract.priceHT : wholeLeft(contract),
                tva: contract.tva,
                creditedLine: null,
                ...NO_DISCOUNT,
              },
            ],
            { shouldDirty: true },
          )
        }
      }}
    />
  )
}
