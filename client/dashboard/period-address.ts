import { type Period, periods } from "../../shared/dashboard.ts";
import { type ListAddress, readChoice, writeSearch } from "../parts/list-address.ts";

const usual: Period = "30d";

export const periodAddress: ListAddress<{ period: Period }> = {
  read: (params) => ({ period: readChoice(params, "period", periods) ?? usual }),
  write: ({ period }) => writeSearch({ period: period === usual ? undefined : period }),
};
