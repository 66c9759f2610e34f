import { FileText, Plus, X } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { MailAttachment } from '#contract/mail/mail.contract.ts'
import { quoteRoutes } from '#contract/quotes/quotes.contract.ts'
import { call } from '#web/kernel/data/client.ts'
import { download } from '#web/kernel/data/files.ts'
import { useFound } from '#web/kernel/data/found.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { ComboField } from '#web/kernel/form/select-field.tsx'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { bytesText } from '#web/kernel/words/formats.ts'

/** A paper that the server adds to the mail when it is sent. */
export type Paper = MailAttachment & { readonly name: string }

/** A file that the mail carries by itself. */
export type CarriedFile = {
  readonly id: string
  readonly name: string
  readonly bytes?: number
  readonly open?: () => void
  readonly remove?: () => void
}

/** Attachments of the mail, each with a preview; added ones can be taken out again. */
export function CarriedFiles({ files }: { files: readonly CarriedFile[] }) {
  const { t } = useTranslation('mail')
  const { language } = usePreferences()
  if (files.length === 0) return null
  return (
    <ul className="grid gap-1" aria-label={t('form.carried')}>
      {files.map((file) => (
        <li key={file.id} className="flex items-center gap-2 text-sm">
          <FileText size={16} className="shrink-0 text-ink-subtle" />
          {file.open ? (
            <button type="button" className="link" onClick={file.open}>
              <bdi>{file.name}</bdi>
            </button>
          ) : (
            <bdi>{file.name}</bdi>
          )}
          {file.bytes !== undefined && (
            <span className="num text-ink-subtle">{bytesText(language, file.bytes)}</span>
          )}
          {file.remove && (
            <IconButton
              icon={X}
              label={t('form.takeOut', { name: file.name })}
              onClick={file.remove}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Attachments in a request: papers first, then uploaded files. */
export const attachmentsOf = (
  papers: readonly MailAttachment[],
  documents: readonly string[],
): MailAttachment[] => [
  ...papers.map(({ kind, id }) => ({ kind, id })),
  ...documents.map((id) => ({ kind: 'document' as const, id })),
]

/** Papers that one search answers, of each kind. */
const MOST_FOUND = 20
const keyOf = ({ kind, id }: MailAttachment): string => `${kind} ${id}`

/** The papers that were added to a mail, as files that it carries. */
export function usePapers(profileId: string) {
  const { watch, setValue } = useFormContext<{ papers: readonly Paper[] }>()
  const papers = watch('papers')
  const write = (next: readonly Paper[]) => setValue('papers', [...next], { shouldDirty: true })
  const carried = papers.map((paper): CarriedFile => {
    const route =
      paper.kind === 'bill' ? billRoutes.pdf : paper.kind === 'quote' ? quoteRoutes.pdf : null
    return {
      id: keyOf(paper),
      name: paper.name,
      remove: () => write(papers.filter((one) => keyOf(one) !== keyOf(paper))),
      ...(route && {
        open: () =>
          void download(route, { params: { profileId, id: paper.id } }, { as: 'open' }).catch(
            notifyFailure,
          ),
      }),
    }
  })
  const add = (paper: Paper) => {
    if (!papers.some((one) => keyOf(one) === keyOf(paper))) write([...papers, paper])
  }
  return { papers, carried, add }
}

/**
 * Adds papers: those at hand by one click, and any issued bill or sent quote by number or client.
 */
export function PapersField({
  profileId,
  offers,
  papers,
  onAdd,
}: {
  profileId: string
  offers: readonly Paper[]
  papers: readonly Paper[]
  onAdd: (paper: Paper) => void
}) {
  const { t } = useTranslation(['mail', 'fields'])
  const { can } = useSession()
  const { setValue } = useFormContext<{ paper: string }>()
  const [mayBills, mayQuotes] = [can('perm_billing_menu'), can('perm_quote_menu')]
  const isSearched = profileId !== '' && (mayBills || mayQuotes)
  const { found, search } = useFound(
    ['mail', 'papers', profileId],
    async (q, signal) => {
      const input = {
        params: { profileId },
        query: { limit: MOST_FOUND, ...(q !== '' && { q }) },
        signal,
      }
      const [bills, quotes] = await Promise.all([
        mayBills
          ? call(billRoutes.list, { ...input, query: { ...input.query, status: 'issued' } })
          : [],
        mayQuotes ? call(quoteRoutes.list, input) : [],
      ])
      return [
        ...bills.map(({ id, ref, client, type }) => ({
          kind: 'bill' as const,
          id,
          ref,
          client,
          word: type,
        })),
        ...quotes
          .filter(({ ref }) => ref !== '')
          .map(({ id, ref, client }) => ({
            kind: 'quote' as const,
            id,
            ref,
            client,
            word: 'quote' as const,
          })),
      ].map(({ kind, id, ref, client, word }) => ({
        kind,
        id,
        client,
        name: t(`form.paper.${word}`, { ref }),
      }))
    },
    isSearched,
  )
  const isNew = (one: MailAttachment) => !papers.some((paper) => keyOf(paper) === keyOf(one))
  const others = offers.filter(isNew)
  return (
    <>
      {others.length > 0 && (
        <p className="flex flex-wrap gap-2">
          {others.map((paper) => (
            <Button key={keyOf(paper)} size="sm" icon={Plus} onClick={() => onAdd(paper)}>
              {paper.name}
            </Button>
          ))}
        </p>
      )}
      {isSearched && (
        <ComboField
          name="paper"
          label={t('form.morePapers')}
          placeholder={t('form.findPaper')}
          none=""
          options={found
            .filter(isNew)
            .map((one) => ({ value: keyOf(one), label: one.name, note: one.client }))}
          search={search}
          onPick={(key) => {
            setValue('paper', '')
            const picked = found.find((one) => keyOf(one) === key)
            if (picked) onAdd({ kind: picked.kind, id: picked.id, name: picked.name })
          }}
        />
      )}
    </>
  )
}
