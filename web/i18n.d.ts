// Written by `npm run words -- types`. A key that French lacks does not compile.
import 'i18next'
import type assistantWords from '../api/contract/words/fr/assistant.json'
import type assistant from './locales/fr/assistant.json'
import type billingWords from '../api/contract/words/fr/billing.json'
import type billing from './locales/fr/billing.json'
import type customersWords from '../api/contract/words/fr/customers.json'
import type customers from './locales/fr/customers.json'
import type cvWords from '../api/contract/words/fr/cv.json'
import type cv from './locales/fr/cv.json'
import type dashboard from './locales/fr/dashboard.json'
import type documentsWords from '../api/contract/words/fr/documents.json'
import type fields from './locales/fr/fields.json'
import type financeWords from '../api/contract/words/fr/finance.json'
import type finance from './locales/fr/finance.json'
import type helpWords from '../api/contract/words/fr/help.json'
import type help from './locales/fr/help.json'
import type history from './locales/fr/history.json'
import type home from './locales/fr/home.json'
import type identityWords from '../api/contract/words/fr/identity.json'
import type identity from './locales/fr/identity.json'
import type kernelWords from '../api/contract/words/fr/kernel.json'
import type kernel from './locales/fr/kernel.json'
import type mailWords from '../api/contract/words/fr/mail.json'
import type mail from './locales/fr/mail.json'
import type onboarding from './locales/fr/onboarding.json'
import type operationsWords from '../api/contract/words/fr/operations.json'
import type operations from './locales/fr/operations.json'
import type planningWords from '../api/contract/words/fr/planning.json'
import type planning from './locales/fr/planning.json'
import type profileWords from '../api/contract/words/fr/profile.json'
import type profile from './locales/fr/profile.json'
import type projectsWords from '../api/contract/words/fr/projects.json'
import type projects from './locales/fr/projects.json'
import type prospectingWords from '../api/contract/words/fr/prospecting.json'
import type prospecting from './locales/fr/prospecting.json'
import type quotesWords from '../api/contract/words/fr/quotes.json'
import type quotes from './locales/fr/quotes.json'
import type schedulesWords from '../api/contract/words/fr/schedules.json'
import type schedules from './locales/fr/schedules.json'
import type settingsWords from '../api/contract/words/fr/settings.json'
import type settings from './locales/fr/settings.json'
import type signInWords from '../api/contract/words/fr/sign-in.json'
import type siteWords from '../api/contract/words/fr/site.json'
import type site from './locales/fr/site.json'
import type stockWords from '../api/contract/words/fr/stock.json'
import type stock from './locales/fr/stock.json'
import type subscriptionWords from '../api/contract/words/fr/subscription.json'
import type subscription from './locales/fr/subscription.json'
import type supportWords from '../api/contract/words/fr/support.json'
import type support from './locales/fr/support.json'
import type tasksWords from '../api/contract/words/fr/tasks.json'
import type tasks from './locales/fr/tasks.json'
import type timesheetsWords from '../api/contract/words/fr/timesheets.json'
import type timesheets from './locales/fr/timesheets.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'kernel'
    resources: {
      assistant: typeof assistantWords & typeof assistant
      billing: typeof billingWords & typeof billing
      customers: typeof customersWords & typeof customers
      cv: typeof cvWords & typeof cv
      dashboard: typeof dashboard
      documents: typeof documentsWords
      fields: typeof fields
      finance: typeof financeWords & typeof finance
      help: typeof helpWords & typeof help
      history: typeof history
      home: typeof home
      identity: typeof identityWords & typeof identity
      kernel: typeof kernelWords & typeof kernel
      mail: typeof mailWords & typeof mail
      onboarding: typeof onboarding
      operations: typeof operationsWords & typeof operations
      planning: typeof planningWords & typeof planning
      profile: typeof profileWords & typeof profile
      projects: typeof projectsWords & typeof projects
      prospecting: typeof prospectingWords & typeof prospecting
      quotes: typeof quotesWords & typeof quotes
      schedules: typeof schedulesWords & typeof schedules
      settings: typeof settingsWords & typeof settings
      'sign-in': typeof signInWords
      site: typeof siteWords & typeof site
      stock: typeof stockWords & typeof stock
      subscription: typeof subscriptionWords & typeof subscription
      support: typeof supportWords & typeof support
      tasks: typeof tasksWords & typeof tasks
      timesheets: typeof timesheetsWords & typeof timesheets
    }
    returnNull: false
  }
}
