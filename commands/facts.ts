import type { OpenDeposit } from '#domain/billing/deposit.ts'
import type { LegalRate } from '#domain/billing/legal-rate.values.ts'
import type { Naming } from '#domain/customers/merge.ts'
import type { ReceivedOn } from '#domain/schedules/schedule-runs.ts'
import type { Currency } from '#domain/kernel/money.ts'
import type { ContributionTerms } from '#domain/finance/contributions.ts'
import type { UnionService } from '#domain/finance/services-statement.ts'
import type { DeclaredPeriod } from '#domain/finance/vat-declarations.ts'
import type { VatPeriod } from '#domain/finance/vat-periods.ts'
import type { Values } from '#domain/kernel/records/field.ts'
import type { Permission } from '#domain/kernel/permissions.ts'
import type { MailTemplate } from '#domain/mail/template.ts'
import type { Day, DayOrNone } from '#domain/kernel/time.ts'
import type { JobOrigin, Posting } from '#domain/prospecting/job.ts'
import type { DigestJob } from '#domain/prospecting/job-digest.ts'
import type { Suggestion } from '#domain/prospecting/job-hunt.ts'
import type { UsedBy } from '#domain/kernel/records/used-by.ts'

/** An entity that uses another one. */
export type Dependent = {
  readonly kind: 'bill' | 'project' | 'quote'
  readonly profileId: string
  readonly id: string
  /** Reference, else title; may be empty. */
  readonly name: string
}

/** A record that names another one. */
type ReferringRecord = { readonly entity: string; readonly id: string; readonly name: string }
/** A record that names an uploaded file. */
export type DocumentUse = { readonly entity: string; readonly id: string; readonly name: string }

/** Payments of one profile; both days count. */
type StoredFiles = { readonly files: number; readonly bytes: number }

export type ReceivedAsked = {
  readonly owner: string
  readonly profileId: string
  readonly currency: Currency
  readonly from: Day
  readonly to: Day
}

/** Sources of a mail to a client. An empty id stands for no client, or no contract. */
export type Mailing = {
  readonly sender: { readonly name: string; readonly address: string }
  /**
   * People at the client who have an address, in the order of their names, then the client itself.
   */
  readonly contacts: readonly {
    readonly name: string
    readonly role: string
    readonly address: string
  }[]
  readonly templates: readonly MailTemplate[]
  /** Names or ids of the contract's templates. */
  readonly contractTemplates: readonly string[]
  /** Addresses of the client's last bill that was sent. */
  readonly lastRecipients: readonly string[]
}

/** A source of jobs, and how it was read last. `url` is null for the public employment service. */
export type SourceToRead = {
  readonly key: string
  readonly name: string
  readonly url: string | null
  readonly known: {
    readonly etag: string
    readonly lastModified: string
    readonly failures: number
    readonly triedAt: number
    readonly readAt: number
  }
}

/** Reads of one search for a user's jobs. */
export type JobSearch = {
  readonly sources: readonly SourceToRead[]
  /** Request to the public employment service, once for each set of criteria. */
  readonly questions: readonly { readonly words: readonly string[]; readonly days: number }[]
  /** Jobs that other users publish here. */
  readonly published: readonly {
    readonly id: string
    readonly owner: string
    readonly posting: Posting
  }[]
}

/** `language` is the user's. */
type JobDigest = {
  readonly address: string
  readonly language: string
  readonly jobs: readonly DigestJob[]
}

/** `watched`: the user saved it, applied for it, or it was suggested. */
export type OpenJob = {
  readonly id: string
  readonly postedAt: number
  readonly origins: readonly JobOrigin[]
  readonly watched: boolean
}

/** `jobs` is a part of all `count` old ones; `kept` counts those that were saved or applied for. */
export type OldJobs = {
  readonly jobs: readonly { readonly id: string; readonly owner: string }[]
  readonly count: number
  readonly kept: number
}

export type RoleFacts = {
  readonly id: string
  readonly name: string
  readonly permissions: readonly Permission[]
}

/**
 * Questions of commands to the read models: about other contexts, and about more than one stream.
 * The only port between contexts' commands. Every answer includes all events written before the
 * question.
 *
 * Each question @throws READ_MODEL_LATE when the read models do not reach the end of the log in
 * time
 */
export interface Facts {
  /** Entities that use `id` in this way: how many, and the newest of them. */
  dependents(
    use: UsedBy,
    owner: string,
    id: string,
  ): Promise<{ readonly count: number; readonly newest: readonly Dependent[] }>
  /** Records that name `id` by a reference with `onRemove: 'refuse'`, twenty at most. */
  recordsNaming(owner: string, entity: string, id: string): Promise<readonly ReferringRecord[]>
  /**
   * Everything that names a company or a contact, and where: records, contracts, bills, saved
   * filters.
   */
  naming(owner: string, entity: string, id: string): Promise<readonly Naming[]>
  /** Ids of the owner's records that hold these stored values. */
  recordsLike(owner: string, entity: string, values: Values): Promise<readonly string[]>
  /** The uses of these uploaded files, by the file's id. An unused file is absent. */
  documentUses(
    owner: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly DocumentUse[]>>
  /** Number and size of a user's own files, and of those that strangers sent to the user. */
  storedFiles(owner: string): Promise<Readonly<Record<'own' | 'received', StoredFiles>>>
  /**
   * Ids of the owner's professional profiles as far as the read models have come: a new profile may
   * be missing.
   */
  profileIdsSoFar(owner: string): Promise<readonly string[]>
  /** A client's issued deposits that no final bill deducts, the oldest first. */
  openDeposits(owner: string, profileId: string, clientId: string): Promise<readonly OpenDeposit[]>
  /** Net amount billed on a contract, deposits too, less credit notes. @unit minor units */
  billedOn(owner: string, profileId: string, projectId: string): Promise<number>
  /** Ids of the owner's professional profiles, the oldest first. */
  profileIds(owner: string): Promise<readonly string[]>
  /**
   * The VAT return of the period that begins on a day, and the period with a return before it. Null
   * when none begins there.
   *
   * @param asked refund asked of a credit, and instalments of a year; in whole euros
   */
  vatReturn(
    owner: string,
    profileId: string,
    from: Day,
    asked: { readonly refund: number; readonly instalments: number | null },
  ): Promise<{ readonly declared: DeclaredPeriod; readonly previous: VatPeriod | null } | null>
  /** A reference that none of the profile's contracts has yet. */
  nextProjectRef(owner: string, profileId: string, year: number): Promise<string>

  /** Contribution terms of a profile's micro-entrepreneur; null where the profile has none. */
  contributionTerms(owner: string, profileId: string): Promise<ContributionTerms | null>
  /** Ids of a profile's charges of contributions, the oldest first. */
  contributionCharges(owner: string, profileId: string): Promise<readonly string[]>
  /** Payments of clients from the first day to the last, and refunds to them; in euros, of all. */
  received(asked: ReceivedAsked): Promise<readonly ReceivedOn[]>
  /** Services to businesses of the Union, by the day on which their VAT is due there. */
  unionServices(asked: Omit<ReceivedAsked, 'currency'>): Promise<{
    readonly services: readonly (UnionService & { readonly ref: string })[]
    /** Numbers of bills whose amount in euros is not known. */
    readonly withoutEuros: readonly string[]
  }>
  /** Names of the receipts of some days whose amount in euros is not known. */
  receiptsWithoutEuros(asked: Omit<ReceivedAsked, 'currency'>): Promise<readonly string[]>

  mailing(
    owner: string,
    to: { readonly clientId: string; readonly projectId: string },
  ): Promise<Mailing>

  /**
   * Issued bills of a profile that are owed, the first due first, with each one's last proposed
   * step. `waits`: no mail and no word of the user has followed it yet.
   */
  owedBills(
    owner: string,
    profileId: string,
  ): Promise<
    readonly {
      readonly id: string
      readonly dueDate: Day
      readonly proposed: number | null
      readonly waits: boolean
    }[]
  >
  /** Number of the user's issued bills, and the issue date of the last one. */
  issuedBills(owner: string): Promise<{ readonly count: number; readonly lastDay: DayOrNone }>
  /** Number of the user's accepted quotes, and the day of the last acceptance. */
  acceptedQuotes(owner: string): Promise<{ readonly count: number; readonly lastDay: DayOrNone }>
  /** IANA name. */
  timeZoneOf(userId: string): Promise<string>
  /**
   * Rates of half-years that administrators entered. They change twice a year, so this question
   * does not wait for the end of the log.
   */
  legalRates(): Promise<readonly LegalRate[]>

  /** @param service the public employment service, where the installation has an account */
  jobSearch(
    owner: string,
    service: { readonly key: string; readonly name: string } | null,
    now: number,
  ): Promise<JobSearch>
  /** Jobs above the threshold that were never suggested before, the best first. */
  newSuggestions(
    owner: string,
    asked: { readonly automatic: boolean; readonly now: number },
  ): Promise<readonly Suggestion[]>
  /**
   * Whether a user's suggestions count against those that an administrator gave: no plan pays for
   * them.
   */
  countsSuggestions(owner: string, now: number): Promise<boolean>
  /** A user's jobs that are not closed, the newest first. */
  openJobs(owner: string): Promise<readonly OpenJob[]>
  /**
   * Content of a mail about suggestions; null without criteria that ask for one, or without an
   * address.
   */
  jobDigest(owner: string, suggested: readonly Suggestion[]): Promise<JobDigest | null>
  /** Users whose jobs are searched by themselves. */
  jobHunters(): Promise<readonly string[]>
  /** Jobs from before an instant that may be cleaned away. */
  oldJobs(before: number): Promise<OldJobs>

  /** The month of a link, by the hash of its token; null for an unknown link or a disabled user. */
  approvalLink(tokenSha256: string): Promise<{
    readonly owner: string
    readonly timesheetId: string
    readonly projectId: string
  } | null>

  roles(): Promise<readonly RoleFacts[]>
  rolesOf(userId: string): Promise<readonly string[]>
  countHolders(roleId: string): Promise<number>
  /** Users who hold one of these roles and may sign in. */
  activeHolders(roleIds: readonly string[]): Promise<ReadonlySet<string>>
}
