import { LegalRateRecord } from './billing/legal-rate.record.ts'
import { Company } from './customers/company.record.ts'
import { Contact } from './customers/contact.record.ts'
import { Certification } from './cv/certification.record.ts'
import { Interest } from './cv/interest.record.ts'
import { Language } from './cv/language.record.ts'
import { Mission } from './cv/mission.record.ts'
import { Organism } from './cv/organism.record.ts'
import { Skill } from './cv/skill.record.ts'
import { Study } from './cv/study.record.ts'
import { Training } from './cv/training.record.ts'
import type { RecordType } from './kernel/records/record.ts'
import { MailTemplate } from './mail/mail-template.record.ts'
import { SavedFilter } from './profile/saved-filter.record.ts'
import { JobApplication } from './prospecting/job-application.record.ts'
import { JobSource } from './prospecting/job-source.record.ts'
import { Offer } from './prospecting/offer.record.ts'
import { Publication } from './prospecting/publication.record.ts'
import { SearchCriteria } from './prospecting/search-criteria.record.ts'
import { OptionSet } from './settings/option-set.record.ts'
import { Blog } from './site/blog.record.ts'
import { Content } from './site/content.record.ts'
import { Theme } from './site/theme.record.ts'
import { Topic } from './site/topic.record.ts'
import { Product } from './stock/product.record.ts'
import { TaskPriority } from './tasks/task-priority.record.ts'
import { TaskTag } from './tasks/task-tag.record.ts'

/**
 * Every record-like thing. Commands, routes, read models, CSV, forms and tables loop over this
 * list.
 */
export const records: readonly RecordType[] = [
  Company,
  Contact,
  Product,
  Organism,
  Mission,
  Skill,
  Language,
  Study,
  Certification,
  Training,
  Interest,
  Offer,
  SearchCriteria,
  Publication,
  JobApplication,
  JobSource,
  SavedFilter,
  MailTemplate,
  TaskTag,
  TaskPriority,
  LegalRateRecord,
  Theme,
  Topic,
  Blog,
  Content,
  OptionSet,
]
