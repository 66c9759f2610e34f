import { BirthTime, DayTime, Phone } from '#domain/kernel/records/fields.ts'
import { isEmail } from '#domain/kernel/identifiers.ts'
import { oneLine } from '#domain/kernel/texts.ts'
import { readBack } from '#contract/kernel/read-back.ts'
import { Version } from '#contract/kernel/inputs.schemas.ts'
import { z } from 'zod'
import { AnsweredDay, Time } from '#contract/kernel/times.schemas.ts'
import { audit } from '#contract/kernel/answers.schemas.ts'
import { Id } from '#contract/kernel/inputs.schemas.ts'

/** Name of a person or a role. */
export const Name = oneLine(100).min(1)
/** Names of hosts have letters of any script: `jean@exämple.fr`. */
export const Mail = z
  .email({ pattern: z.regexes.unicodeEmail })
  .max(254)
  .refine(isEmail, { params: { code: 'EMAIL_INVALID' } })
/** The password by which the caller confirms a change of the account. */
const CurrentPassword = z.string().min(1).max(1000)
export const RoleIds = z.array(Id).max(50)

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
/** The zone's canonical name; any case is accepted. */
export const TimeZone = z
  .string()
  .max(60)
  .refine(isTimeZone)
  .transform((name) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)

const UserParams = z.object({
  preferredLanguage: z.string(),
  isDiscreet: z.boolean(),
  /** 0 for none. */
  activeProfile: z.union([Id, z.literal(0)]),
  timeZone: z.string(),
  currency: z.string(),
  /** @unit days; 0 for none */
  followUpDays: z.int(),
})

/** Path of a list's page; ids in it stand as `:id`. */
const ListPath = z
  .string()
  .max(120)
  .regex(/^\/[\w/:.-]*$/)
const ColumnName = z.string().regex(/^[\w.:-]{1,60}$/)
const MOST_COLUMNS = 60
/** @unit widths in pixels */
export const ColumnArrangement = z.strictObject({
  hidden: z.array(ColumnName).max(MOST_COLUMNS).readonly(),
  order: z.array(ColumnName).max(MOST_COLUMNS).readonly(),
  widths: z
    .record(ColumnName, z.int().min(0).max(20_000))
    .refine((widths) => Object.keys(widths).length <= MOST_COLUMNS)
    .readonly(),
})
export type ColumnArrangement = z.infer<typeof ColumnArrangement>
/** Arrangements by list; null brings back the usual one. */
export const ColumnChanges = z
  .record(ListPath, ColumnArrangement.nullable())
  .refine((lists) => Object.keys(lists).length <= 100)

const identity = {
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mail: z.string(),
  phone: z.string(),
  gender: z.enum(['', 'male', 'female']),
  birthDate: AnsweredDay,
  startDate: AnsweredDay,
  isFree: z.boolean(),
  /** @unit days */
  freePeriod: z.int(),
  /**
   * When free access ends or ended, counted from the registration; 0 without free access or without
   * an end.
   */
  freeUntil: Time,
  lastConnectionDate: Time,
  /** When the account and its data are erased, as its user wants; 0 while it stays. */
  deletionDate: Time,
  pictureName: z.string(),
}

/** A user as the administrator's list shows it. */
export const User = z.object({
  ...audit,
  ...identity,
  active: z.boolean(),
  roleIds: z.array(z.string()),
})
export type User = z.infer<typeof User>
/** The caller's own user. */
export const Me = z.object({
  ...audit,
  ...identity,
  roleIds: z.array(z.string()),
  permissions: z.array(z.string()),
  params: UserParams,
  /** Arrangements of lists' columns, by the path of the list's page. */
  columns: z.record(z.string(), ColumnArrangement).readonly(),
  /** True when the embedded provider keeps the password; false with an outside provider. */
  hasPassword: z.boolean(),
  passwordDueOn: Time.describe(
    'When a password that was generated has to be replaced; 0 for one that the user chose',
  ),
  /** A new address whose owner has not opened the link yet; empty when there is none. */
  mailToConfirm: z.string(),
  /** When a guest's demo ends; 0 for every other user. */
  demoUntil: Time,
  /** Whether it is the demo account, which its user may bring back to its beginning. */
  isDemo: z.boolean(),
})
export type Me = z.infer<typeof Me>

export const UserChange = readBack(
  z.strictObject({
    id: Id.optional(),
    version: Version,
    userName: z.string().max(80).optional(),
    firstName: Name.optional(),
    lastName: oneLine(100).optional(),
    mail: Mail.optional(),
    password: CurrentPassword.optional(),
    phone: Phone.optional(),
    gender: z.enum(['', 'male', 'female']).optional(),
    birthDate: BirthTime.optional(),
    startDate: DayTime.optional(),
  }),
  Me,
)

/** A user's roles and permissions at an instant. The names are empty once the user is erased. */
export const UserAccess = z.object({
  id: z.string(),
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  active: z.boolean(),
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
  permissions: z.array(z.string()),
})
export type UserAccess = z.infer<typeof UserAccess>

export const Role = z.object({
  ...audit,
  name: z.string(),
  permissions: z.array(z.string()),
  /** Permissions that Carnet has added since the role's were chosen, and that the role lacks. */
  newPermissions: z.array(z.string()),
})
export type Role = z.infer<typeof Role>

export const Tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** @unit seconds */ expiresIn: z.int(),
  userId: z.string(),
})
export type Tokens = z.infer<typeof Tokens>

/** Order of the list of users. */
export const USER_ORDERS = ['name', 'userName', 'mail', 'lastConnectionDate', 'active'] as const

/** A browser that an account is signed in on, or a program that signed in by its password. */
export const SignedInOn = z.object({
  id: z.string(),
  kind: z.enum(['browser', 'program']),
  browser: z.string().describe('Browser and system; empty when they are not known'),
  begunAt: Time,
  usedAt: Time.describe('To within the five minutes that an access token lasts'),
  expiresAt: Time,
  isThis: z.boolean().describe('The browser that asks'),
})
export type SignedInOn = z.output<typeof SignedInOn>
