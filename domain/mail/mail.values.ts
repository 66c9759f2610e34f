/** Purposes that a template is written for; a mail without a template has none of them. */
export const MAIL_PURPOSES = [
  'bill',
  'creditNote',
  'reminderBefore',
  'reminderDue',
  'reminderAfter',
  'thanks',
] as const
export type MailPurpose = (typeof MAIL_PURPOSES)[number]

/**
 * Attachments of a mail: an issued bill's paper, an uploaded file, a month's days worked, or a sent
 * quote's paper.
 */
export const ATTACHMENT_KINDS = ['bill', 'document', 'timesheet', 'quote'] as const
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number]

/** Most attachments of one mail, and most addresses in one list of it. */
export const MAX_ATTACHMENTS = 10
export const MAX_RECIPIENTS = 50

/** The purpose of a reminder, by its days from the due day: negative before it, 0 on it. */
export const reminderPurpose = (days: number): MailPurpose =>
  days < 0 ? 'reminderBefore' : days === 0 ? 'reminderDue' : 'reminderAfter'

export const isReminder = (purpose: MailPurpose | ''): boolean => purpose.startsWith('reminder')

/** Names that a template may hold in double braces, and that a bill gives a value to. */
export const MAIL_VARIABLES = [
  'document',
  'ref',
  'client',
  'service',
  'amount',
  'outstanding',
  'issueDate',
  'dueDate',
  'daysLate',
  'business',
  'iban',
  'sender',
] as const
export type MailVariable = (typeof MAIL_VARIABLES)[number]

/** Why a bill is not reminded of any more. */
export const REMINDER_STOPS = ['dispute', 'other'] as const
export type ReminderStop = (typeof REMINDER_STOPS)[number]

/** Whether a text of HTML is empty. */
export const isBlank = (html: string): boolean => html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') === ''
