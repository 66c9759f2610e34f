import { createContext, useContext } from 'react'
import type { PageData } from '#contract/kernel/public-page.ts'
import { needsPlan } from '#web/kernel/data/plans.ts'

/** A page that the browser draws by itself knows no more than the server's page tells. */
const Data = createContext<PageData>({ publisher: {}, isFree: !needsPlan() })

/** Data of a public page from the server, besides its words. */
export const usePageData = (): PageData => useContext(Data)
export const PageDataProvider = Data.Provider
