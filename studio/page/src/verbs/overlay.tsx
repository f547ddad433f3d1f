// The 3-D view, and over it the core's report on the open subject, or the reason why it cannot be built.
import { chooseModels } from "../files/models.ts";
import { Empty } from "../widgets/index.ts";
import { ReportLine } from "./reportline.tsx";
import { subject } from "../state/subject.ts";
import { trouble } from "./state.ts";
import { View } from "./view.tsx";

export function Overlay() {
    const why = trouble.value;
    return (
        <>
            <View />
            {!subject.value && (
                <div class="verbs-empty" data-test="no-verbs">
                    <Empty
                        icon="person-standing"
                        title="Bring in a motion"
                        text="A few walks of one character, happy and sad, up and down a slope, become one verb that can be everything between. Forms of one mesh become a shape in the same way."
                        action={{
                            label: "Bring in a motion",
                            icon: "import",
                            onClick: () => chooseModels(),
                            test: "bring-in",
                        }}
                    />
                </div>
            )}
            {subject.value && why && (
                <div class="verbs-said" role="status" data-test="verb-trouble">
                    <div>
                        <strong>{why.message}</strong>
                        {why.remedy && <p>{why.remedy}</p>}
                    </div>
                </div>
            )}
            {!why && <ReportLine />}
        </>
    );
}
