/**
 * Every kind of fact that this program knows. A log names the kinds of `LATER` that it holds. A
 * program that lacks one then refuses the log, and overlooks no fact.
 */

const namesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => !line.trim().startsWith('//'))
    .flatMap((line) => line.trim().split(' '))
    .filter((name) => name !== '')

/** Records of the first release; each has four kinds, and two more where records are merged. */
const RECORDS = namesIn(`
  Company Contact Product Organism Mission Skill Language Study Certification Training Interest
  Offer SearchCriteria Publication JobApplication JobSource SavedFilter MailTemplate TaskTag
  TaskPriority LegalRate Theme Topic Blog Content Settings
`)
const MERGED = ['Company', 'Contact']

/** Kinds of the first release. Nothing is added here: a new kind stands in `LATER`. */
const FIRST: ReadonlySet<string> = new Set([
  ...RECORDS.flatMap((name) => ['Added', 'Changed', 'Removed', 'Restored'].map((is) => name + is)),
  ...MERGED.flatMap((name) => [`${name}Merged`, `${name}Parted`]),
  ...namesIn(`
    // assistant
    ChatCardConfirmed ChatForgotten ChatTurnKept ChatVolumeBegun
    // billing
    BillClientMoved BillCollected BillCollectionReversed BillCreditReleased BillCreditReserved
    BillCredited BillDepositDeducted BillDepositFreed BillDraftChanged BillDraftRemoved BillDrafted
    BillFellDue BillIssuanceAbandoned BillIssuanceStarted BillIssued BillPaid BillPaymentBooked
    BillPaymentReversed BillPaymentUnbooked BillRefundReversed BillRefunded BillSettled
    BillSettlementReversed MonthBilled
    NumberAllotted NumberPatternClaimed NumberWaived SeriesOpened
    // customers
    MergeBegun MergeFinished MergeUndoBegun MergeUndone NamingsMoved RecordsToldApart
    TellingApartForgotten
    // cv
    CvArranged CvCleared CvDropped CvSent CvVersionKept
    // documents
    DocumentReleased DocumentRemoved DocumentUploaded
    // finance
    IncomeExpected IncomeNoLongerExpected OpeningBalanceSet TransactionAdded TransactionBooked
    TransactionCashed TransactionChanged TransactionFellDue TransactionPaid TransactionRemoved
    TransactionRestored TransactionReversed TransactionUnpaid TransactionValued
    VatDeclarationUndone VatOpeningSet VatPeriodDeclared
    // identity
    ForgettingStarted LegalTermEnded PersonForgotten RoleAdded RoleChanged RoleRemoved
    SubjectClaimed UserConnected UserDeletionCancelled UserDeletionRequested UserDemoReset
    UserDisabled UserEnabled UserFreeAccessChanged UserParametersChanged UserPasswordChanged
    UserPictureChanged UserProfileChanged UserRecordOpened UserRegistered UserRemoved
    UserRolesAssigned UserSignedOutEverywhere UserTokenReused
    // kernel
    RemovalBegun RemovalEnded RemovalGivenUp
    // mail
    ReminderPlanSet ReminderProposed ReminderRoundEnded ReminderSkipped RemindersHeld
    RemindersResumed RemindersStopped
    // operations
    AiAnswered AiAsked EffectAbandoned EffectAttempted EffectFailed EffectHandedOver
    EffectOutcomeUnknown EffectRequested EffectRetried EffectSucceeded KindsIntroduced LogCleaned
    LogSealed
    ProcessPaused ProcessResumed ProcessRunAdvanced ProcessRunCancelled ProcessRunEnded
    ProcessRunRequested WorkFailed WorkRecovered WorkRetryRequested
    // planning
    CalendarEventAdded CalendarEventChanged CalendarEventDismissed CalendarEventFollowingChanged
    CalendarEventFollowingRemoved CalendarEventImported CalendarEventOccurrenceChanged
    CalendarEventOccurrenceRemoved CalendarEventReminded CalendarEventRemindersPassed
    CalendarEventRemoved CalendarEventRestored CalendarEventSnoozed CalendarFeedClosed
    CalendarFeedOpened DigestChosen DigestEnded NotificationKindMuted NotificationKindUnmuted
    NotificationPassedOver NotificationTold NotificationsRead ReminderSnoozed
    // profile
    PersonalProfileAdded PersonalProfileChanged PersonalProfileRemoved ProfessionalInfoAdded
    ProfessionalInfoBankChanged ProfessionalInfoChanged ProfessionalInfoLogoChanged
    ProfessionalInfoRemoved ProfessionalInfoSignatureChanged ProfessionalInfoTermsChanged
    ProfessionalInfoVatChanged
    // projects
    ProjectAdded ProjectArchived ProjectChanged ProjectRemoved ProjectRestored
    // prospecting
    ApplicationMade CompanyHidden CompanyShown FreeSuggestionsGiven JobChanged JobCleaned JobClosed
    JobFound JobFoundElsewhere JobHuntEnded JobLinked JobLost JobMarked JobReopened JobSourceFailed
    JobSourceRead JobSuggested JobUnmarked JobsCleaned MessageDrafted MessageRevised
    SuggestionsTaken
    // quotes
    QuoteAccepted QuoteClientMoved QuoteCodeRefused QuoteCodeRequested QuoteContractMade
    QuoteDeclined QuoteDepositMade QuoteDraftChanged QuoteDraftRemoved QuoteDrafted QuoteEnding
    QuoteExpired QuoteLinesReleased QuoteLinesTaken QuoteLinkOpened QuoteMailed QuoteRevised
    QuoteSendingBegun QuoteSent QuoteViewed QuoteWithdrawn
    // schedules
    ContributionsUndone RunFailed RunPosted RunProposed RunSkipped ScheduleActivated ScheduleAdded
    ScheduleChanged ScheduleDeactivated ScheduleHeld ScheduleReleased ScheduleRemoved
    ScheduleRestored
    // subscription
    PricePlanRoleRemoved PricePlanRoleSet SubscriptionCustomerOpened SubscriptionPlanRecorded
    // support
    SupportAnswered SupportAsked SupportReopened SupportTreated
    // tasks
    BoardColumnAdded BoardColumnChanged BoardColumnMoved BoardColumnRemoved BoardColumnRestored
    TaskAdded TaskChanged TasksMoved TasksRemoved TasksRestored
    // timesheets
    TimesheetApproved TimesheetCommented TimesheetDaysCleared TimesheetDaysRecorded TimesheetNoted
    TimesheetReopened TimesheetSeen TimesheetSent TimesheetWithdrawn
  `),
])
/** Schemas of the first release above 1. */
const FIRST_SCHEMAS: Readonly<Record<string, number>> = {
  SettingsAdded: 2,
  SettingsChanged: 2,
  SettingsRestored: 2,
}

/** Kinds since the first release, the newest last. */
const LATER: readonly string[] = [
  'BillSettled',
  'BillSettlementReversed',
  'ServicesDeclared',
  'ServicesDeclarationUndone',
  'EffectMarkedDone',
  'EffectUnmarked',
]

/** Whether an event's kind is of the first release: the log does not name it. */
export const isOfFirstRelease = (type: string, schema: number): boolean =>
  FIRST.has(type) && schema <= (FIRST_SCHEMAS[type] ?? 1)

/** Names of all kinds. */
export const eventKinds: ReadonlySet<string> = new Set([...FIRST, ...LATER])
