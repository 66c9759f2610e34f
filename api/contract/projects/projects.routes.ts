import type { ProjectSchemas } from './projects.schemas.ts'
import { endpoints } from '#contract/kernel/endpoint.ts'

export const projectRoutes = endpoints<ProjectSchemas>({
  list: {
    method: 'GET',
    path: '/project/:userId/all/:profileId',
    summary:
      'Contracts of a profile: active billable, inactive billable, the rest; the latest start first',
    access: { permission: 'perm_contract_menu' },
    csv: true,
  },
  summary: {
    method: 'GET',
    path: '/project/:userId/summary/:profileId',
    summary: 'A list’s counts by state, and how soon the next contract ends',
    access: { permission: 'perm_contract_menu' },
  },
  get: {
    method: 'GET',
    path: '/project/:userId/one/:profileId/:id',
    summary: 'One contract',
    access: { permission: 'perm_contract_menu' },
  },
  bills: {
    method: 'GET',
    path: '/project/:userId/bills/:id',
    summary: 'Bills of a contract',
    access: { permission: 'perm_contract_menu' },
  },
  statistics: {
    method: 'GET',
    path: '/project/:userId/statistics/:profileId',
    summary:
      'Days sold, worked and billed, the average day rate, clients and occupation, by year and month',
    access: { permission: 'perm_dashboard_contract_statistics' },
  },
  statisticMonths: {
    method: 'GET',
    path: '/project/:userId/statistics/:profileId/:year/months',
    summary: 'The months of a year’s statistics as a list',
    access: { permission: 'perm_dashboard_contract_statistics' },
    csv: 'contractStatistic',
  },
  statisticContracts: {
    method: 'GET',
    path: '/project/:userId/statistics/:profileId/:year/contracts',
    summary: 'The contracts of a year’s statistics as a list, the largest first',
    access: { permission: 'perm_dashboard_contract_statistics' },
    csv: 'contractStatistic',
  },
  add: {
    method: 'POST',
    path: '/project/:userId',
    summary: 'Adds a contract',
    access: { permission: 'perm_contract_add' },
  },
  change: {
    method: 'PUT',
    path: '/project/:userId',
    summary: 'Changes a contract; absent fields stay as they are',
    access: { permission: 'perm_contract_update' },
  },
  archive: {
    method: 'PUT',
    path: '/project/:userId/:id/archive',
    summary: 'Archives a contract, or brings it back with archived: false',
    access: { permission: 'perm_contract_update' },
  },
  remove: {
    method: 'DELETE',
    path: '/project/:userId/:id',
    summary: 'Removes a contract that has issued no bill',
    access: { permission: 'perm_contract_delete' },
  },
})
