// Written by `npm run words -- types`. A key that French lacks does not compile.
import 'i18next'
import type assistant from '../api/contract/words/fr/assistant.json'
import type billing from '../api/contract/words/fr/billing.json'
import type customers from '../api/contract/words/fr/customers.json'
import type cv from '../api/contract/words/fr/cv.json'
import type dashboard from '../api/contract/words/fr/dashboard.json'
import type documents from '../api/contract/words/fr/documents.json'
import type fields from '../api/contract/words/fr/fields.json'
import type finance from '../api/contract/words/fr/finance.json'
import type help from '../api/contract/words/fr/help.json'
import type history from '../api/contract/words/fr/history.json'
import type home from '../api/contract/words/fr/home.json'
import type identity from '../api/contract/words/fr/identity.json'
import type kernel from '../api/contract/words/fr/kernel.json'
import type mail from '../api/contract/words/fr/mail.json'
import type onboarding from '../api/contract/words/fr/onboarding.json'
import type operations from '../api/contract/words/fr/operations.json'
import type planning from '../api/contract/words/fr/planning.json'
import type profile from '../api/contract/words/fr/profile.json'
import type projects from '../api/contract/words/fr/projects.json'
import type prospecting from '../api/contract/words/fr/prospecting.json'
import type quotes from '../api/contract/words/fr/quotes.json'
import type schedules from '../api/contract/words/fr/schedules.json'
import type settings from '../api/contract/words/fr/settings.json'
import type signIn from '../api/contract/words/fr/sign-in.json'
import type site from '../api/contract/words/fr/site.json'
import type stock from '../api/contract/words/fr/stock.json'
import type subscription from '../api/contract/words/fr/subscription.json'
import type support from '../api/contract/words/fr/support.json'
import type tasks from '../api/contract/words/fr/tasks.json'
import type timesheets from '../api/contract/words/fr/timesheets.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'kernel'
    resources: {
      assistant: typeof assistant
      billing: typeof billing
      customers: typeof customers
      cv: typeof cv
      dashboard: typeof dashboard
      documents: typeof documents
      fields: typeof fields
      finance: typeof finance
      help: typeof help
      history: typeof history
      home: typeof home
      identity: typeof identity
      kernel: typeof kernel
      mail: typeof mail
      onboarding: typeof onboarding
      operations: typeof operations
      planning: typeof planning
      profile: typeof profile
      projects: typeof projects
      prospecting: typeof prospecting
      quotes: typeof quotes
      schedules: typeof schedules
      settings: typeof settings
      'sign-in': typeof signIn
      site: typeof site
      stock: typeof stock
      subscription: typeof subscription
      support: typeof support
      tasks: typeof tasks
      timesheets: typeof timesheets
    }
    returnNull: false
  }
}
