package migrate_test
import ("testing";"os";"fmt";"slices";"maps")
func TestDump(t *testing.T){ p:=os.Getenv("DUMP"); if p==""{t.Skip()}; m:=load(t,[]string{p})[p]; for _,k:=range slices.Sorted(maps.Keys(m)){fmt.Printf("@%s\t%s\n",k,m[k])}}
