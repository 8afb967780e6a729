import { useRouter } from "@tanstack/react-router";
import { ArrowRight, ChevronDown, Plus } from "lucide-react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { parseAddress } from "../../features/addresses/parse-address.ts";
import { activateTab, openTab, useTabs } from "../../state/tabs.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import { MenuItem, MenuSeparator } from "../../ui/menu-item.tsx";
import { describeLocation } from "../navigation/describe-location.ts";
import { useAccountName } from "../navigation/use-app-location.ts";

/** All tabs, for a strip without room for them, and what a narrow strip leaves out. */
export function TabMenu() {
  const { history } = useRouter();
  const tabs = useTabs((state) => state.tabs);
  const accountName = useAccountName();
  return (
    <Menu align="end" trigger={<IconButton label={`All tabs (${tabs.length})`} icon={ChevronDown} />}>
      {tabs.map(({ id, href, name }) => {
        const { title, icon } = describeLocation(parseAddress(href), accountName, name);
        return (
          <MenuItem key={id} icon={icon} onSelect={() => activateTab(id)}>
            {title}
          </MenuItem>
        );
      })}
      <MenuSeparator />
      <MenuItem icon={Plus} command="tab.new" onSelect={() => openTab(hrefs.home)}>
        New tab
      </MenuItem>
      <MenuItem icon={ArrowRight} command="window.forward" onSelect={() => history.forward()}>
        Forward
      </MenuItem>
    </Menu>
  );
}
